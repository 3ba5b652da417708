import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { serverUser } from "@/scripts/tools/postgres/server-user";
import { dataDirectory, databaseDirectory } from "@/scripts/tools/state-directory";
import { UserError } from "@/scripts/tools/terminal";
import { FILES, Machine } from "./machine";
import { requirePrograms } from "./programs";

const NAMES = ["pg1", "pg2", "pg3"];
/** The ports of docs/operations/cluster. */
const PATRONI_PORT = 8008;
const POSTGRES_PORT = 5432;
const PROXY_PORT = 5000;
const STATISTICS_PORT = 5001;
const TIMEOUT_MS = 120_000;
const CHECK_EVERY_MS = 100;
const REQUEST_TIMEOUT_MS = 2000;

/** A member as Patroni describes it. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** PostgreSQL on three machines under Patroni and etcd, and HAProxy in front of them. */
export class Cluster {
  private constructor(
    readonly machines: readonly Machine[],
    /** Whether each machine has a separate disk, which can fill up. */
    readonly hasDisks: boolean,
    private readonly proxyAddress: string,
    private readonly secrets: Record<"SUPERUSER_PASSWORD" | "RESTAPI_PASSWORD", string>,
    private readonly cleanUps: (() => unknown)[],
  ) {}

  /** Starts the cluster as docs/operations/cluster.md describes, with an empty database for the product. */
  static async start(): Promise<Cluster> {
    const binaries = requirePrograms();
    const network = `127.${randomInt(2, 255)}.${randomInt(255)}`;
    const addresses = NAMES.map((_, n) => `${network}.${n + 1}`);
    const proxyAddress = `${network}.9`;
    const secrets = {
      SUPERUSER_PASSWORD: newPassword(),
      REPLICATION_PASSWORD: newPassword(),
      REWIND_PASSWORD: newPassword(),
      RESTAPI_PASSWORD: newPassword(),
    };
    const hosts = Object.fromEntries(NAMES.map((name, n) => [name.toUpperCase(), addresses[n]!]));
    const folder = databaseDirectory(`test-cluster-${process.pid}`);
    fs.mkdirSync(folder, { mode: 0o711 });
    const user = serverUser(dataDirectory());
    const values = { ...secrets, ...hosts, BINARIES: binaries };
    const machines = NAMES.map(
      (name, n) => new Machine({ name, address: addresses[n]!, folder: path.join(folder, name), user, values }),
    );
    const cleanUps: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
    const hasDisks = machines.map((machine) => machine.mountDisk()).every(Boolean);
    const cluster = new Cluster(machines, hasDisks, proxyAddress, secrets, cleanUps);
    cleanUps.push(() => Promise.all(machines.map((machine) => machine.stop())));
    try {
      for (const machine of machines) machine.start("etcd");
      for (const machine of machines) machine.start("patroni");
      await cluster.whole();
      await cluster.startProxy(hosts);
      await cluster.createDatabase();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The URL of the product's database through the proxy. */
  get url(): string {
    return `postgresql://pegboard:pegboard@${this.proxyAddress}:${PROXY_PORT}/pegboard`;
  }

  /** The URLs of the product's database on each machine, whichever is the primary. */
  get replicaUrls(): string[] {
    return this.machines.map(({ address }) => `postgresql://pegboard:pegboard@${address}:${POSTGRES_PORT}/pegboard`);
  }

  /** A superuser's URL, of one machine or through the proxy. */
  adminUrl(machine?: Machine): string {
    const host = machine ? `${machine.address}:${POSTGRES_PORT}` : `${this.proxyAddress}:${PROXY_PORT}`;
    return `postgresql://postgres:${this.secrets.SUPERUSER_PASSWORD}@${host}/postgres`;
  }

  async primary(): Promise<Machine> {
    return this.withRole("leader");
  }

  async synchronousStandby(): Promise<Machine> {
    return this.withRole("sync_standby");
  }

  /** The machine with the leader of etcd. */
  async etcdLeader(): Promise<Machine> {
    for (const machine of this.machines) {
      const answer = await fetch(`http://${machine.address}:2379/v3/maintenance/status`, {
        method: "POST",
        body: "{}",
      });
      const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string };
      if (header.member_id === leader) return machine;
    }
    throw new UserError("etcd has no leader.");
  }

  /** Resolves when there is a primary other than `former`. */
  async failedOver(former: Machine): Promise<void> {
    await this.until("a new primary", async () => {
      const members = await this.members(former);
      return members.some(({ role, state, name }) => role === "leader" && state === "running" && name !== former.name);
    });
  }

  /** Requests a planned switchover of the primary. */
  async switchOver(): Promise<void> {
    const { name, address } = await this.primary();
    const credentials = Buffer.from(`patroni:${this.secrets.RESTAPI_PASSWORD}`).toString("base64");
    const answer = await fetch(`http://${address}:${PATRONI_PORT}/switchover`, {
      method: "POST",
      headers: { Authorization: `Basic ${credentials}` },
      body: JSON.stringify({ leader: name }),
    });
    if (!answer.ok) throw new UserError(`The switchover was answered ${answer.status}: ${await answer.text()}`);
  }

  /** Resolves when the cluster has a primary and two standbys on one timeline, one of them synchronous. */
  async whole(): Promise<void> {
    await this.until("a primary and two standbys", async () => {
      const members = await this.members();
      const states = members.filter(({ state }) => state === "running" || state === "streaming");
      return (
        states.length === NAMES.length &&
        new Set(members.map(({ timeline }) => timeline)).size === 1 &&
        ["leader", "sync_standby"].every((wanted) => members.some(({ role }) => role === wanted))
      );
    });
  }

  async stop(): Promise<void> {
    for (const cleanUp of this.cleanUps.splice(0).reverse()) await cleanUp();
  }

  private async withRole(wanted: string): Promise<Machine> {
    const member = (await this.members()).find(({ role }) => role === wanted);
    const machine = this.machines.find(({ name }) => name === member?.name);
    if (!machine) throw new UserError(`The cluster has no ${wanted}.`);
    return machine;
  }

  /** The members, according to the first machine that responds. */
  private async members(except?: Machine): Promise<Member[]> {
    for (const machine of this.machines.filter((each) => each !== except)) {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const answer = await fetch(`http://${machine.address}:${PATRONI_PORT}/cluster`, { signal }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + TIMEOUT_MS; !(await isSo()); await sleep(CHECK_EVERY_MS))
      if (Date.now() > deadline) {
        const members = JSON.stringify(await this.members());
        const logs = this.machines.map(({ name, log }) => `── ${name}\n${log}`);
        throw new UserError([`The cluster has not got ${what}: ${members}`, ...logs].join("\n"));
      }
  }

  /** Resolves when the proxy has detected the primary: at first it assumes that every machine is. */
  private async startProxy(hosts: Record<string, string>): Promise<void> {
    const proxy = spawn("haproxy", ["-f", path.join(FILES, "haproxy.cfg")], {
      env: { ...process.env, ...hosts, PROXY_ADDRESS: this.proxyAddress },
      stdio: "ignore",
    });
    this.cleanUps.push(async () => {
      const exit = once(proxy, "exit");
      if (proxy.kill("SIGTERM")) await exit;
    });
    await this.until("a proxy that knows the primary", async () => {
      const answer = await fetch(`http://${this.proxyAddress}:${STATISTICS_PORT}/;csv`).catch(() => undefined);
      return (await answer?.text())?.match(/^primary,pg\d,.*,UP,/gm)?.length === 1;
    });
  }

  private async createDatabase(): Promise<void> {
    const client = new pg.Client(this.adminUrl());
    await client.connect();
    await client.query("CREATE ROLE pegboard LOGIN PASSWORD 'pegboard'");
    await client.query("CREATE DATABASE pegboard OWNER pegboard");
    await client.end();
  }
}

const newPassword = () => randomBytes(16).toString("hex");
