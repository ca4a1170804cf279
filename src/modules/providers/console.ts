import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { providerProducts } from '../../contract/console/providers.ts'
import { invalidParameter } from '../../values/page.ts'
import { withoutSecrets } from '../../values/without-secrets.ts'
import { productMissing } from './errors.ts'
import type { ProviderAdmin } from './model.ts'

/** The providers of all products, for operators. */
export function providersConsole(app: FastifyInstance, admins: readonly ProviderAdmin[]): void {
  const adminOf = (product: string): ProviderAdmin => {
    const found = admins.find((one) => one.product === product)
    if (found === undefined) throw productMissing()
    return found
  }

  serve(app, 'GET /provider-kinds', { may: 'operator' }, () => ({
    data: admins.flatMap(({ product, kinds }) =>
      Object.entries(kinds).map(([kind, { description }]) => ({ product, kind, ...description })),
    ),
  }))

  serve(app, 'GET /providers', { may: 'operator' }, async ({ query: { product } }) => {
    if (product !== undefined && !providerProducts.some((one) => one === product))
      throw invalidParameter('product', `one of ${providerProducts.join(', ')}`)
    const wanted = admins.filter((admin) => product === undefined || admin.product === product)
    return { data: (await Promise.all(wanted.map((admin) => admin.list()))).flat() }
  })

  serve(app, 'GET /providers/:product/:provider', { may: 'operator' }, ({ params }) =>
    adminOf(params.product).get(params.provider),
  )

  serve(
    app,
    'PUT /providers/:product/:provider',
    { may: 'operator', does: 'provider.set', asksProof: true },
    async ({ params, body: { kind, settings, secrets = {}, accountId, priority }, request }) => {
      const shown = await adminOf(params.product).set({
        name: params.provider,
        kind,
        settings,
        secrets,
        accountId,
        priority,
      })
      request.auditDetail = {
        kind,
        accountId: shown.accountId,
        priority: shown.priority,
        settings: withoutSecrets(settings),
        secrets: shown.secrets,
      }
      return shown
    },
  )

  serve(app, 'POST /providers/:product/:provider/pause', { may: 'operator', does: 'provider.pause' }, ({ params }) =>
    adminOf(params.product).pause(params.provider, true),
  )

  serve(app, 'POST /providers/:product/:provider/resume', { may: 'operator', does: 'provider.resume' }, ({ params }) =>
    adminOf(params.product).pause(params.provider, false),
  )

  serve(
    app,
    'DELETE /providers/:product/:provider',
    { may: 'operator', does: 'provider.remove', asksProof: true },
    ({ params }) => adminOf(params.product).remove(params.provider),
  )
}
