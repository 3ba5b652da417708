import clsx from "clsx";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

/** Other people's markdown, made safe. Render it on the server: the parser is too heavy to send to a browser. */
export function Markdown({ children, className }: { children: string; className?: string }) {
  return (
    <div className={clsx("prose", className)}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={parts}>{children}</ReactMarkdown>
    </div>
  );
}

/** The page has its own h1, so every heading goes down one. Pictures are fetched late and tell nobody who looks. */
const parts: Components = {
  a: ({ node: _, href = "", ...rest }) => <a href={href} {...(isOwn(href) ? {} : { rel: "nofollow ugc noopener", target: "_blank" })} {...rest} />,
  h1: ({ node: _, ...rest }) => <h2 {...rest} />,
  h2: ({ node: _, ...rest }) => <h3 {...rest} />,
  h3: ({ node: _, ...rest }) => <h4 {...rest} />,
  h4: ({ node: _, ...rest }) => <h5 {...rest} />,
  pre: ({ node: _, ...rest }) => <pre tabIndex={0} {...rest} />,
  table: ({ node: _, ...rest }) => <div className="table-frame" tabIndex={0}><table {...rest} /></div>,
  input: ({ node: _, ...rest }) => <input aria-label={rest.checked ? "Done" : "To do"} {...rest} />,
  // eslint-disable-next-line @next/next/no-img-element
  img: ({ node: _, alt = "", ...rest }) => <img alt={alt} loading="lazy" decoding="async" referrerPolicy="no-referrer" {...rest} />,
};

function isOwn(href: string) {
  return /^(#|\/(?!\/))/.test(href);
}
