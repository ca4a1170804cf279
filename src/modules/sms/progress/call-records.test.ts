import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { command } from '../../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { firstAccountId } from '../../accounts/index.ts'

onOneEngine('call records', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'call-records-'))
  const path = join(directory, 'calls')
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { callRecords: path } })
  })
  after(async () => {
    await world.close()
    rmSync(directory, { recursive: true })
  })

  const readRecords = () => {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
    return lines.map((line) => JSON.parse(line))
  }

  it('have a line for every final message, found from the X-Request-Id in the log', async () => {
    const recipients = ['255712900101', '255712900003'].map((dest_addr, index) => ({ recipient_id: index, dest_addr }))
    const { body } = await world.send({ recipients }, { 'x-request-id': 'from-a-customer' })
    await until('both are recorded', () => readRecords().length === 2)
    const [delivered, undelivered] = readRecords().toSorted((a, b) => a.id - b.id)
    const { id, acceptedAt, dueAt, submittedAt, doneAt, ...rest } = delivered
    assert.deepEqual(rest, {
      account: firstAccountId,
      request: Number(body.request_id),
      recipient: '0',
      sender: 'INFO',
      phone: '255712900101',
      carrier: 'simulator',
      parts: 1,
      product: 'SMS',
      price: '1.0000',
      status: 'DELIVERED',
      reason: null,
    })
    assert.ok(id > 0)
    for (const time of [acceptedAt, dueAt, submittedAt, doneAt]) assert.match(time, /^20\d\d-.*Z$/)
    assert.deepEqual([undelivered.status, undelivered.reason], ['UNDELIVERED', 'absent_subscriber'])

    const line = world.logs.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'send accepted')
    assert.deepEqual(
      [line.reqId, line.account, line.requestId, line.valid],
      ['from-a-customer', firstAccountId, Number(body.request_id), 2],
    )
    assert.equal(JSON.stringify(line).includes('2557129'), false)
  })

  it('have a line for PINs, found from the log too', async () => {
    const body = { appId: 1, msisdn: '255712900201' }
    const headers = { 'x-request-id': 'for-a-pin' }
    assert.equal((await world.request('POST', '/v1/request', { body, headers })).status, 200)
    const line = world.logs.map((one) => JSON.parse(one)).find(({ msg, reqId }) => reqId === 'for-a-pin' && msg)
    await until('it is recorded', () => readRecords().some(({ request }) => request === line.requestId))
    assert.equal(readRecords().find(({ request }) => request === line.requestId).product, 'OTP')
  })

  it('have a line for cancelled messages', async () => {
    const { body } = await world.send({ schedule_time: '2090-01-01 00:00' })
    await command(world, 'POST', `/accounts/${firstAccountId}/requests/${body.request_id}/cancel`, {})
    await until('it is recorded', () => readRecords().some(({ request }) => request === Number(body.request_id)))
    const { reason, submittedAt } = readRecords().find(({ request }) => request === Number(body.request_id))
    assert.deepEqual([reason, submittedAt], ['cancelled', null])
  })
})
