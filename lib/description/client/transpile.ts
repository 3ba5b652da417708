/** TypeScript without its types. The compiler is large, and loaded by who asks for this alone. */
export async function transpile(source: string): Promise<string> {
  const { default: ts } = await import("typescript");
  return ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
}
