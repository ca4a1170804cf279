import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { providerProducts, providers } from '../../contract/console/providers.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import { withoutSecrets } from '../../values/without-secrets.ts'
import type { ProvidersContext } from './model.ts'
import { getNamed, pauseProvider, removeProvider, setProvider } from './set.ts'
import { showProviders } from './show.ts'

/** The providers of all products, for operators. */
export function providersConsole(app: FastifyInstance, ctx: ProvidersContext): void {
  serve(app, providers.kinds, ({ query }) => {
    const wanted = readProduct(query)
    return {
      data: ctx.managed.flatMap(({ product, kinds }) =>
        wanted === null || wanted === product
          ? Object.entries(kinds).map(([kind, { description }]) => ({ product, kind, ...description }))
          : [],
      ),
    }
  })

  serve(app, providers.list, async ({ query }) => ({ data: await showProviders(ctx, readProduct(query)) }))

  serve(app, providers.get, ({ params }) => getNamed(ctx, params.provider))

  serve(app, providers.set, async ({ params, body, request }) => {
    const { product, kind, settings, secrets, accountId, priority } = body
    const shown = await setProvider(ctx, params.provider, { product, kind, settings, secrets, accountId, priority })
    request.auditDetail = {
      product: shown.product,
      kind: shown.kind,
      accountId: shown.accountId,
      priority: shown.priority,
      settings: withoutSecrets(shown.settings),
      secrets: shown.secrets,
    }
    return shown
  })

  serve(app, providers.pause, ({ params }) => pauseProvider(ctx, params.provider, true))

  serve(app, providers.resume, ({ params }) => pauseProvider(ctx, params.provider, false))

  serve(app, providers.delete, ({ params }) => removeProvider(ctx, params.provider))
}

function readProduct({ product }: Query) {
  const found = providerProducts.find((one) => one === product)
  if (product !== undefined && found === undefined)
    throw invalidParameter('product', `one of ${providerProducts.join(', ')}`)
  return found ?? null
}
