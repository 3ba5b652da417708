/** A part of the fleet that is killed with SIGKILL and restarted at the same address. */
export interface Part {
  name: string;
  kill(): Promise<void>;
  /** Resolves when it accepts connections again. */
  restart(): Promise<void>;
}
