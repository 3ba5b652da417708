import { DAY_MS, HOUR_MS, SECOND_MS } from "@/lib/domain/kernel/durations";
import { MAX_IMAGE_BYTES as MAX_UPLOADED_BYTES } from "@/lib/domain/writing/media/rules";

/** Time for one page or picture, its redirects included (docs/contract.md#link-previews). */
export const FETCH_TIMEOUT_MS = 3000;
/** Bytes of a page that are read. */
export const MAX_HTML_BYTES = 512 * 1024;
export const MAX_REDIRECTS = 2;
/** Bytes of a preview's picture, as it is served. */
export const MAX_IMAGE_BYTES = 200_000;
/** How long a page is not fetched again, whoever links to it. */
export const KEPT_MS = 7 * DAY_MS;

/** Our choice: bytes of a picture that are read: as much as people may upload. */
export const MAX_SOURCE_IMAGE_BYTES = MAX_UPLOADED_BYTES;
/** Our choice: width and height in pixels within which a picture is drawn, twice the width of a card. */
export const IMAGE_SIDE_PX = 1200;
/** Our choice: characters of an address that is fetched. */
export const MAX_URL_LENGTH = 1000;
/** Our choice: bytes of a `robots.txt` that are read, which bound the time to match an address with it. */
export const MAX_ROBOTS_BYTES = 16 * 1024;
/** Our choice: how long a page without a preview, or that failed, is not fetched again. */
export const FAILURE_KEPT_MS = DAY_MS;
/** Our choice: how long a page waits to be fetched at most, behind others of its site. */
export const MAX_WAIT_MS = HOUR_MS;
/** Our choice: pages that one process fetches at once, and the pause between two of one site. */
export const FETCHED_AT_ONCE = 8;
export const SITE_PAUSE_MS = SECOND_MS;
/** Our choice: the pause between two requests to a site that pages of other sites lead to. */
export const OTHER_SITE_PAUSE_MS = 250;
/** Our choice: how long a preview is kept after its page was fetched last. Older posts show their link alone then. */
export const RETENTION_MS = 365 * DAY_MS;
/** Longer than robots.txt, page, picture and its encoding may take, so that nobody else fetches it meanwhile. */
export const LEASE_MS = 90 * SECOND_MS;

/** Code points of what is shown. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 300;
export const MAX_SITE_NAME = 60;

/** Where the pictures of previews are served, before their id. */
export const PREVIEW_IMAGE_PATH = "/api/previews/";
