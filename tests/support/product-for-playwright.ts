import { openProduct } from "./product";

/** Starts one server for the end-to-end tests of a run; the workers that run them inherit its environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const { variables, template, stop } = await openProduct();
  Object.assign(process.env, variables, { TEMPLATE_ADMIN: template.admin, TEMPLATE_DATABASE: template.template });
  return stop;
}
