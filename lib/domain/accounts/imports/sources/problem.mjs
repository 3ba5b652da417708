/** Why an archive is not imported. `code` is a key of `PROBLEMS` in ../rules.ts. */
export class ArchiveProblem extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}
