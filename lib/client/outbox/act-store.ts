import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Act, ActStore, StoredAct } from "./acts";

interface Schema extends DBSchema {
  acts: { key: number; value: StoredAct; indexes: { account: string } };
}

const NAME = "pegboard";

/** Opens the acts in this browser's database. */
export function openActStore(): ActStore {
  const database = openDB<Schema>(NAME, 1, {
    upgrade(created) {
      created.createObjectStore("acts", { keyPath: "id", autoIncrement: true }).createIndex("account", "account");
    },
    // A newer release wants to change it.
    blocking: (_now, _next, event) => (event.target as IDBDatabase).close(),
  });
  return {
    async add(act, replaced) {
      const { store, done } = (await database).transaction("acts", "readwrite");
      const added = store.add({ ...act, sentAt: null, failure: null } as StoredAct);
      await Promise.all([added, replaced !== undefined && store.delete(replaced), done]);
    },
    accounts: async () => [...new Set((await (await database).getAll("acts")).map(({ account }) => account))],
    list: async (account) => (await database).getAllFromIndex("acts", "account", account),
    update: async (id, change) => update(await database, id, change),
    async remove(id) {
      await (await database).delete("acts", id);
    },
  };
}

async function update(database: IDBPDatabase<Schema>, id: number, change: Partial<StoredAct>): Promise<boolean> {
  const transaction = database.transaction("acts", "readwrite", { durability: "strict" });
  const act: (Act & StoredAct) | undefined = await transaction.store.get(id);
  if (act) await transaction.store.put({ ...act, ...change });
  await transaction.done;
  return act !== undefined;
}
