/** The only argument of a process of the one-machine server, as JSON. Everything else is in its environment. */
export interface ProcessSettings {
  /** The build's folder, relative to the project, in which the process starts. */
  build: string;
  host: string;
  port: number;
  /** How long requests and jobs may take to finish after a signal, in ms. */
  graceMs: number;
  /** Behind a proxy, connections belong to many clients, so none is limited or penalized by its address. */
  isBehindProxy: boolean;
  /** Whether workers answer operations themselves, without Next. */
  isDirect: boolean;
  workers: number;
  pageProcesses: number;
  /** The path of the socket on which the page processes listen. */
  pagesSocket: string;
  /** Descriptors of the socket that this process accepts from, which it shares with others of its kind. */
  descriptors: number[];
}

export function processSettings(): ProcessSettings {
  return JSON.parse(process.argv[2] ?? "") as ProcessSettings;
}
