/** A part of the fleet that is killed with -9 and started again where it was. */
export interface Part {
  name: string;
  kill(): Promise<void>;
  /** Resolves when it accepts connections again. */
  restart(): Promise<void>;
}
