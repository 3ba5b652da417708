import clsx from "clsx";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { headingLevels } from "./heading-levels";

/** Other people's markdown, made safe. Render it on the server: the parser is too heavy to send to a browser. */
export function Markdown({ children, className }: { children: string; className?: string }) {
  return (
    <div className={clsx("prose", className)}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize, headingLevels]} components={parts}>{children}</ReactMarkdown>
    </div>
  );
}

/** Pictures are fetched late and tell nobody who looks. */
const parts: Components = {
  a: ({ node: _, href = "", ...rest }) => <a href={href} {...(isOwn(href) ? {} : { rel: "nofollow ugc noopener", target: "_blank" })} {...rest} />,
  pre: ({ node: _, ...rest }) => <pre tabIndex={0} {...rest} />,
  table: ({ node: _, ...rest }) => <div className="table-frame" tabIndex={0}><table {...rest} /></div>,
  input: ({ node: _, ...rest }) => <input aria-label={rest.checked ? "Done" : "To do"} {...rest} />,
  // eslint-disable-next-line @next/next/no-img-element
  img: ({ node: _, alt = "", ...rest }) => <img alt={alt} loading="lazy" decoding="async" referrerPolicy="no-referrer" {...rest} />,
};

function isOwn(href: string) {
  return /^(#|\/(?!\/))/.test(href);
}
