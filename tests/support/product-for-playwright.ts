import { startProduct } from "./product";

/** Starts one server for the end-to-end tests of a run; the workers that run them inherit its environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const { variables, stop } = await startProduct();
  Object.assign(process.env, variables);
  return stop;
}
