import type { ProductsStage, Walk } from './audit-walk.ts'

/** Changes of SMPP credentials. */
export async function walkSmpp(
  walk: Walk,
  { accountId, owner }: Pick<ProductsStage, 'accountId' | 'owner'>,
): Promise<void> {
  const pattern = '/accounts/:account/smpp/credentials'
  const path = `/accounts/${accountId}/smpp/credentials`
  const wanted = { systemId: 'audited', rate: 5 }
  await walk(owner, 'POST', pattern, path, wanted, { action: 'smpp.create', status: 201, detail: wanted })
  const { data } = (await owner.ask('GET', path)).body
  const credential = String(data.find(({ systemId }: { systemId: string }) => systemId === 'audited').id)
  const params = { account: String(accountId), credential }
  const change = { windowSize: 7 }
  const changed = { action: 'smpp.change', status: 200, params, detail: change }
  await walk(owner, 'PUT', `${pattern}/:credential`, `${path}/${credential}`, change, changed)
  const rotation = { overlapHours: 24 }
  const rotated = { action: 'smpp.rotate', status: 201, params, detail: { ...rotation, systemId: 'audited' } }
  await walk(owner, 'POST', `${pattern}/:credential/rotate`, `${path}/${credential}/rotate`, rotation, rotated)
  const revoked = { action: 'smpp.revoke', status: 204, params }
  await walk(owner, 'DELETE', `${pattern}/:credential`, `${path}/${credential}`, undefined, revoked)
}
