import { afterEach } from "vitest";
import { setDispatchers } from "@/lib/domain/kernel/dispatch";
import { env } from "@/lib/infra/environment/env";
import type { InngestSettings } from "@/lib/infra/inngest";
import { startQueue } from "@/lib/queue/start";
import { AT_ONCE, setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import { newOwner, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { SIGNING_KEY } from "./inngest-server";

/** An Inngest where nothing listens. */
export const NO_INNGEST = {
  dev: false,
  eventKey: "event-key",
  signingKey: SIGNING_KEY,
  acceptsUnsignedSync: false,
  baseUrl: "http://127.0.0.1:9",
};

/** For a file's tests: an app whose Inngest is configured by the test, and that runs without it after each test. */
export function setUpInngest() {
  const { receiver, onCleanUp } = setUpWebhooks({ backoffSeconds: AT_ONCE });
  afterEach(() => {
    configureInngest(undefined);
    setDispatchers({});
  });
  return {
    receiver,
    onCleanUp,
    /** Starts the app's background work with this Inngest, and registers an endpoint for somebody. */
    async startApp(inngest: InngestSettings, url: string) {
      configureInngest(inngest);
      onCleanUp(startQueue());
      const owner = await newOwner();
      return { owner, endpoint: await register(owner, url) };
    },
  };
}

export function configureInngest(inngest: InngestSettings | undefined): void {
  Object.assign(env(), { inngest });
}
