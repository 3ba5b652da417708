// Loaded before a program: ends its process as soon as it opens a connection or asks for a name.
import dns from "node:dns";
import net from "node:net";
import { syncBuiltinESMExports } from "node:module";

const end = () => process.exit(9);
net.Socket.prototype.connect = end;
Object.assign(dns, { lookup: end, resolve: end });
Object.assign(dns.promises, { lookup: end, resolve: end });
syncBuiltinESMExports();
