interface Node {
  tagName?: string;
  children?: Node[];
}

/** A rehype plugin: headings begin below the page's own h1 and leave no level out, whatever levels the author took. */
export function headingLevels() {
  return (root: Node) => {
    const above: string[] = [];
    walk(root, (heading) => {
      while (above.length > 0 && above.at(-1)! >= heading.tagName!) above.pop();
      above.push(heading.tagName!);
      heading.tagName = `h${above.length + 1}`;
    });
  };
}

function walk(node: Node, visit: (heading: Node) => void): void {
  if (node.tagName && /^h[1-5]$/.test(node.tagName)) visit(node);
  node.children?.forEach((child) => walk(child, visit));
}
