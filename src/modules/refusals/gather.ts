import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { startCountBuffer } from '../../engine/count-buffer.ts'
import type { Database } from '../../engine/db/index.ts'
import { originalMethod, pathOf } from '../../engine/http/index.ts'
import type { Refusal } from '../../values/refusal.ts'
import type { Clock } from '../../values/time.ts'
import { anywhere, nameOf, type Refused, rest, showHint, showMessage, wordsOf } from './rules.ts'
import { addRefusals, type CountedRefusal } from './store.ts'

/** Collects refused API requests. A request only waits for a counter in memory. */
export interface Refusals {
  /** Counts refusals on all routes that are added later. */
  watch(app: FastifyInstance): void
  /** Writes the counters now instead of within a second. */
  write(): Promise<void>
  stop(): Promise<void>
}

const writeEveryMs = 1_000

export function startRefusals(db: Database, clock: Clock, log: Logger, everyMs = writeEveryMs): Refusals {
  const { add, write, stop } = startCountBuffer<CountedRefusal>({
    log,
    everyMs,
    nameOf: (one) => `${one.accountId} ${nameOf(one)}`,
    save: (refusals) => addRefusals(db, refusals),
    what: 'refused requests',
    rest: (one) => ({ ...one, ...rest }),
  })
  return {
    watch(app) {
      app.addHook('onResponse', (request, _reply, done) => {
        const accountId = request.caller?.accountId ?? request.rejectedCredential?.accountId
        if (request.refusal !== null && accountId !== undefined) {
          const now = clock.now()
          add({ accountId, ...describe(request, request.refusal), count: 1, firstAt: now, lastAt: now })
        }
        done()
      })
    },
    write,
    stop,
  }
}

/** Contains neither the query nor the body. */
function describe(request: FastifyRequest, { status, code, plain, reason, hint }: Refusal): Refused {
  const { caller, rejectedCredential } = request
  return {
    credentialId: caller?.credentialId ?? rejectedCredential?.credentialId ?? null,
    smppCredentialId: caller?.smppCredentialId ?? null,
    ...describePlace(request),
    status,
    code,
    message: showMessage(plain),
    reason: reason ?? plain,
    // Only the owner of a credential may learn why it was rejected.
    hint: showHint(rejectedCredential?.why ?? hint),
  }
}

/** Unauthenticated callers may send any path, which must not fill the list. */
export function describePlace(request: FastifyRequest): Pick<Refused, 'method' | 'path'> {
  const { caller, is404, routeOptions, url, originalUrl } = request
  const method = originalMethod(request)
  const isKnown = !is404 && routeOptions.url !== undefined && url === originalUrl
  if (isKnown) return { method, path: routeOptions.url ?? '' }
  return caller ? { method, path: wordsOf(pathOf(originalUrl)) } : anywhere
}
