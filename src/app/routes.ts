import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountArea, consoleArea, createDraining, createHttp, measureRequests } from '../engine/http/index.ts'
import { dashboardPages } from '../http/dashboard.ts'
import { healthRoutes } from '../http/health.ts'
import { metricsRoutes } from '../http/metrics.ts'
import { describeRoutes, referenceRoutes } from '../http/reference/index.ts'
import { stateMetrics } from '../http/state-metrics.ts'
import { addLenientTranslations, rejectAlias, resolveAlias } from '../lenient/index.ts'
import { collect } from '../module.ts'
import { authentication } from '../modules/accounts/index.ts'
import { controlHeader, guardRoutes, isControl, openGuard } from '../modules/users/index.ts'
import { addIdempotency, openAccountGuard } from './account-api.ts'
import type { Opened } from './modules.ts'

/** Requests that arrive during a step run before the next one. */
const stepPauseMs = 100

/** A recipient is an object with two fields, which counts as three values; clients may add fields. */
const valuesPerRecipient = 5

/** Opens the HTTP server with the routes of a role. A worker serves only health and metrics. */
export async function openRoutes({ app, call }: Pick<Opened, 'app' | 'call'>, readMetrics = app.ctx.metrics.text) {
  const { ctx, config, db, clock, log, role, hosts, modules, cache, users, rates, routed } = app
  const controlToken = randomBytes(32).toString('hex')
  const checkCredential = authentication({ db, cache, clock, rates, defaults: config })
  const guardConsole = openGuard(users, controlToken)
  const guardAccount = openAccountGuard(guardConsole, checkCredential, (request) => isControl(request, controlToken))
  const http = createHttp({
    log,
    bodyBytesMax: config.bodyBytesMax,
    bodyElementsMax: valuesPerRecipient * config.recipientsMax + 1_000,
    trustedProxies: config.trustedProxies,
    hosts,
    secretRoots: collect(modules, 'secretRoots'),
    pathAliases: { resolve: resolveAlias, reject: rejectAlias },
    identify: ({ caller, actor }) =>
      caller
        ? { account: caller.accountId, credential: caller.credentialId ?? undefined }
        : actor
          ? { user: actor.userId ?? actor.name }
          : {},
    authenticate: (request, reply, area) =>
      area === consoleArea
        ? guardConsole(request)
        : area === accountArea
          ? guardAccount(request, reply)
          : checkCredential(request, reply, area),
  })
  const draining = createDraining(http.server)
  measureRequests(http, ctx.metrics)
  app.requestLog.watch(http)
  healthRoutes(http, routed, draining.isOn)
  metricsRoutes(http, ctx, readMetrics)
  stateMetrics(routed)
  const steps: (() => Promise<unknown>)[] = []
  if (role !== 'worker') {
    await describeRoutes(http)
    addLenientTranslations(http)
    steps.push(...call('warmUp').flat(), ...referenceRoutes(http))
    await http.register(dashboardPages)
    await Promise.all(call('publicRoutes', http))
    // A separate scope, because the hooks of the console would slow down the public API.
    await http.register(async (scope) => {
      addIdempotency(scope, ctx)
      guardRoutes(scope, ctx)
      call('routes', scope)
    })
  }
  const host = config.hostConsole?.[0] ?? [...hosts.values()][0]?.[0] ?? 'localhost'
  return {
    http,
    draining,
    /** Headers that authenticate the command line with full access to the console. They never leave this process. */
    controlHeaders: { [controlHeader]: controlToken, host },
    /**
     * Loads and prepares in small steps what the first requests of users would otherwise wait for, with the event loop
     * blocked.
     */
    async warmUp() {
      for (const step of steps) {
        await sleep(stepPauseMs, undefined, { ref: false })
        await step()
      }
    },
  }
}
