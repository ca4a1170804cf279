import type { ProductsStage, Walk } from './audit-walk.ts'

/** Changes of limits. */
export async function walkRetention(
  walk: Walk,
  { accountId, owner, operator }: Pick<ProductsStage, 'accountId' | 'owner' | 'operator'>,
): Promise<void> {
  const limits = { default: { logs: 800 }, max: { logs: 900 } }
  await walk(operator, 'PUT', '/retention', '/retention', limits, {
    action: 'retention.set_installation',
    status: 200,
    accountId: null,
    params: {},
    detail: limits,
  })
  const own = { messages: 90, texts: 'default' }
  await walk(owner, 'PUT', '/accounts/:account/retention', `/accounts/${accountId}/retention`, own, {
    action: 'retention.set',
    status: 200,
    detail: own,
  })
}
