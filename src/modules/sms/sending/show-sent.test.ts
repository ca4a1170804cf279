import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SmsContext } from '../context.ts'
import type { Accepted } from '../model.ts'
import { showSent } from './show-sent.ts'

it('answers an accepted send without its recipients when reading them fails', async () => {
  const logged: string[] = []
  // Without a database, every query fails.
  const ctx = {
    config: { currency: 'TZS' },
    clock: { now: () => new Date() },
    log: { error: (_: unknown, message: string) => logged.push(message) },
  } as unknown as SmsContext
  const accepted = { requestId: 7, total: 1, valid: 1, invalid: 0, duplicates: 0, price: '1.0000', currency: 'TZS' }
  const shown = await showSent(ctx, 1, { requests: [accepted as unknown as Accepted], stoppedBy: null })
  assert.deepEqual([shown.requestIds, shown.valid, shown.recipients], [[7], 1, null])
  assert.deepEqual(logged, ['failed to read the recipients of an accepted send'])
})
