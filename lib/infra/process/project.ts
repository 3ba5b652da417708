import path from "node:path";

/** The folder of the project, for what runs from its sources. A bundle's own path says nothing about it. */
export const PROJECT = path.resolve(import.meta.dirname, "../../..");
