/** A Redis behind sentinels, in the terms of its client. */
interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  /** The name by which the sentinels know the master. */
  name: string;
  db: number;
  /** The user of Redis itself. */
  username?: string;
  password?: string;
  sentinelPassword?: string;
  usesTls: boolean;
}

/** Text in which every percent sign begins an escape. */
const ESCAPED = "(?:[^@/?&%]|%[\\da-f]{2})*";
const ADDRESS = new RegExp(
  `^redis(s?)\\+sentinel://(?:(${ESCAPED})@)?([^@/?]+)/([\\w.-]+)(?:/(\\d+))?(?:\\?sentinelPassword=(${ESCAPED}))?$`,
  "i",
);
const SENTINEL_PORT = 26_379;

/**
 * Parses `redis+sentinel://user:password@host1:26379,host2:26379/master/0?sentinelPassword=…`. Only the hosts and the
 * master's name are required. Returns undefined for any other address.
 */
export function parseSentinelAddress(url: string): SentinelAddress | undefined {
  const [, tls, credentials = "", hosts = "", name, db = "0", sentinelPassword = ""] = ADDRESS.exec(url) ?? [];
  const addresses = hosts.split(",").map((host) => `redis://${host}`);
  if (name === undefined || !addresses.every((address) => URL.canParse(address))) return undefined;
  const [username = "", ...password] = credentials.split(":");
  return {
    sentinels: addresses.map((address) => {
      const { hostname, port } = new URL(address);
      return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port) || SENTINEL_PORT };
    }),
    name,
    db: Number(db),
    username: decode(username),
    password: decode(password.join(":")),
    sentinelPassword: decode(sentinelPassword),
    usesTls: tls?.toLowerCase() === "s",
  };
}

const decode = (text: string) => (text === "" ? undefined : decodeURIComponent(text));
