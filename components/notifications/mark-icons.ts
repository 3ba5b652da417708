const SIDE_PX = 64;

interface Look {
  href: string;
  type: string;
}

/** Draws a dot on the page's icons, and on those of the pages that follow. Returns the function that removes it. */
export function markIcons(): () => void {
  const own = new Map<HTMLLinkElement, Look>();
  let isMarked = true;
  const mark = async (link: HTMLLinkElement) => {
    const look = lookOf(link);
    if (own.has(link) || look.href.startsWith("data:")) return;
    own.set(link, look);
    const href = await drawWithDot(look.href).catch(() => null);
    if (isMarked && href !== null) apply(link, { href, type: "image/png" });
  };
  const markAll = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel~=icon]")) void mark(link);
  };
  markAll();
  const observer = new MutationObserver(markAll);
  observer.observe(document.head, { childList: true });
  return () => {
    isMarked = false;
    observer.disconnect();
    for (const [link, look] of own) apply(link, look);
  };
}

const lookOf = ({ href, type }: HTMLLinkElement): Look => ({ href, type });

function apply(link: HTMLLinkElement, { href, type }: Look): void {
  if (link.href === href) return;
  if (type === "") link.removeAttribute("type");
  else link.type = type;
  link.href = href;
}

async function drawWithDot(src: string): Promise<string> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE_PX;
  const context = canvas.getContext("2d")!;
  context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
  const radius = SIDE_PX * 0.22;
  const dot = (size: number) => {
    context.beginPath();
    context.arc(SIDE_PX - radius, SIDE_PX - radius, size, 0, 2 * Math.PI);
    context.fill();
  };
  // A gap around it, whatever is below.
  context.globalCompositeOperation = "destination-out";
  dot(radius * 1.35);
  context.globalCompositeOperation = "source-over";
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--bad");
  dot(radius);
  return canvas.toDataURL();
}
