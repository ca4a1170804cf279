import type { Collected, Core, Module } from '../../module.ts'
import { dataOf } from '../table-data/index.ts'
import { providersConsole } from './console.ts'
import { callbackRoot, callbackRoutes } from './routes.ts'
import { sealedProviders } from './secrets.ts'

const data = [
  dataOf('providers', { unsearched: ['name', 'product', 'kind', 'settings'] }),
  dataOf('provider_outages', { unsearched: ['provider', 'problem'] }),
]

export const providers = {
  name: 'providers',
  publicRoutes({ clock, provided }: Core & Collected, http) {
    const sets = provided.flatMap(({ set }) => set ?? [])
    return http.register((scope) => callbackRoutes(scope, clock, sets))
  },
  routes: ({ ctx, provided }: Core & Collected, scope) =>
    providersConsole(scope, { ...ctx, managed: provided.map(({ managing }) => managing) }),
  secretRoots: [callbackRoot],
  data,
  sealed: sealedProviders,
} satisfies Module
