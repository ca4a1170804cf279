import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createCertificate } from '../../../test/certificate.ts'
import { command } from '../../../test/console/people.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { apiKey, apiSecret, onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const phone = '255712345678'
const hourMs = 3_600_000

onOneEngine('calls of a dlr-url', (engine) => {
  let world: World
  let plain: Receiver
  let encrypted: Receiver
  let status = 200
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-ca-'))
  before(async () => {
    const tls = createCertificate()
    const callbackCa = join(directory, 'ca.pem')
    writeFileSync(callbackCa, tls.ca)
    world = await openWorld(engine, { config: { callbackCa, callbackLoopback: false } })
    plain = await startReceiver({ answer: () => ({ status }) })
    encrypted = await startReceiver({ tls })
    await allow(true)
  })
  after(async () => {
    await world.close()
    for (const receiver of [plain, encrypted]) await receiver.close()
    rmSync(directory, { recursive: true })
  })

  const allow = (allowed: boolean) => command(world, 'PATCH', '/accounts/1/credentials/1', { privateUrls: allowed })

  async function send(values: Readonly<Record<string, string>>): Promise<string> {
    const all = { username: apiKey, password: apiSecret, from: 'INFO', to: phone, text: 'Hello', ...values }
    const { body } = await world.app.http.inject({ url: `/cgi-bin/sendsms?${new URLSearchParams(all)}` })
    return body
  }

  /** The values of the calls of a path, in order. */
  const callsOf = (receiver: Receiver, path: string) =>
    receiver.received
      .filter((one) => one.path.startsWith(`/${path}?`))
      .map((one) => Object.fromEntries(new URLSearchParams(one.path.split('?')[1])))

  const countReports = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from sms_reports`.execute(world.db)
    return rows[0]?.count
  }
  const untilCalled = (receiver: Receiver, path: string, count: number) =>
    until(`${path} is called`, () => callsOf(receiver, path).length >= count)

  it('happen over HTTP and HTTPS, with the values of the message, in order', async () => {
    const values = 'd=%d&p=%p&P=%P&n=%n&o=%o&i=%i&A=%A&F=%F&T=%T&own=1'
    const dlr = { 'dlr-mask': '31', account: 'shop', smsc: 'any', to: `+${phone}` }
    assert.equal(await send({ ...dlr, 'dlr-url': `${plain.url}both?${values}&q=%q` }), '0: Accepted for delivery')
    const secured = encrypted.url.replace('https://', 'https://me:secret@')
    assert.equal(await send({ ...dlr, 'dlr-url': `${secured}both?${values}` }), '0: Accepted for delivery')
    await untilCalled(plain, 'both', 2)
    await untilCalled(encrypted, 'both', 2)
    const calls = callsOf(plain, 'both')
    assert.deepEqual(
      calls.map(({ d, A = '' }) => [d, A.replace(/^id:\d+/, 'id').replaceAll(/date:\d{10}/g, 'date')]),
      [
        ['8', 'ACK/'],
        ['1', 'id sub:001 dlvrd:001 submit date done date stat:DELIVRD err:000 text:'],
      ],
    )
    const { p, P, q, n, o, i, own, F } = calls[1] ?? {}
    assert.deepEqual([p, P, q, n, o, i, own], [`+${phone}`, 'INFO', `+${phone}`, apiKey, 'shop', 'any', '1'])
    assert.deepEqual([...(await world.statuses(F ?? '')).keys()], [phone])
    assert.deepEqual(
      encrypted.received.map(({ headers }) => headers.authorization),
      [1, 2].map(() => `Basic ${Buffer.from('me:secret').toString('base64')}`),
    )
    await until('the reports are gone', async () => (await countReports()) === 0)
  })

  it('happen only for the events of dlr-mask', async () => {
    await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}delivered?d=%d` })
    await send({ 'dlr-mask': '2', 'dlr-url': `${plain.url}failed?d=%d`, to: '255712340003' })
    await send({ 'dlr-mask': '18', 'dlr-url': `${plain.url}rejected?d=%d&A=%A`, to: '255712340000' })
    for (const path of ['delivered', 'failed', 'rejected']) await untilCalled(plain, path, 1)
    assert.deepEqual(callsOf(plain, 'delivered'), [{ d: '1' }])
    assert.deepEqual(callsOf(plain, 'failed'), [{ d: '2' }])
    assert.equal(callsOf(plain, 'rejected')[0]?.d, '16')
    assert.match(callsOf(plain, 'rejected')[0]?.A ?? '', /^NACK\/\w+$/)
  })

  it('happen for the numbers that get no message, when others do', async () => {
    await command(world, 'POST', '/accounts/1/optouts', { phone: '255712345201' })
    const to = `+${phone} 00255712345201 12 +255712345202 255712345202`
    const dlr = { to, 'dlr-mask': '27', 'dlr-url': `${plain.url}refused?d=%d&p=%p&A=%A` }
    await until('the number is opted out', async () => {
      assert.equal(await send(dlr), '0: Accepted for delivery')
      await untilCalled(plain, 'refused', 5)
      await until('the reports are gone', async () => (await countReports()) === 0)
      const calls = callsOf(plain, 'refused')
        .map(({ d, p, A }) => (d === '16' ? `${p} ${A}` : `${p} ${d}`))
        .toSorted()
      plain.received.length = 0
      if (!calls.some((call) => call.includes('opted_out'))) return false
      assert.deepEqual(calls, [
        '+255712345202 1',
        '+255712345202 8',
        `+${phone} 1`,
        `+${phone} 8`,
        '00255712345201 NACK/opted_out',
        '12 NACK/invalid_number',
      ])
      return true
    })
    await send({ ...dlr, 'dlr-mask': '2', to: `${phone} 34` })
    await send({ ...dlr, 'dlr-mask': '1', to: `${phone} 56` })
    await untilCalled(plain, 'refused', 2)
    const calls = callsOf(plain, 'refused').map(({ d, p }) => `${p} ${d}`)
    assert.deepEqual(calls.toSorted(), [`${phone} 1`, '34 2'])
  })

  it('are repeated with the same id until the first success', async () => {
    status = 500
    await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}again?I=%I` })
    await untilCalled(plain, 'again', 1)
    status = 204
    await until('it is called again', async () => {
      world.clock.moveForward(60_000)
      return callsOf(plain, 'again').length > 1
    })
    await until('the report is gone', async () => (await countReports()) === 0)
    assert.equal(new Set(callsOf(plain, 'again').map(({ I }) => I)).size, 1)
  })

  it('happen at once for all waiting reports when the host answers again', async () => {
    status = 500
    for (const path of ['back1', 'back2', 'back3']) {
      await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}${path}?x` })
      await untilCalled(plain, path, 1)
    }
    await until('all reports wait for minutes', async () => {
      world.clock.moveForward(61_000)
      const soon = new Date(world.clock.now().getTime() + 60_000)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from sms_reports where attempts > 2 and lease_owner is null and due_at > ${soon}
      `.execute(world.db)
      return rows[0]?.count === 3
    })
    const calls = (path: string) => callsOf(plain, path).length
    const before = ['back1', 'back2', 'back3'].map(calls)
    status = 200
    await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}fresh?x` })
    await until('the reports are gone', async () => (await countReports()) === 0)
    assert.deepEqual(
      ['back1', 'back2', 'back3'].map(calls),
      before.map((count) => count + 1),
    )
  })

  it('go on after the key was replaced', async () => {
    const { body: key } = await command(world, 'POST', '/accounts/1/keys', { name: 'rotated' })
    await command(world, 'PATCH', `/accounts/1/credentials/${key.id}`, { privateUrls: true })
    status = 500
    const old = { username: key.apiKey, password: key.secret }
    await send({ ...old, 'dlr-mask': '1', 'dlr-url': `${plain.url}rotated?x` })
    await untilCalled(plain, 'rotated', 1)
    await command(world, 'POST', `/accounts/1/credentials/${key.id}/rotate`, { overlapHours: 0 })
    status = 200
    await until('the report is gone', async () => {
      world.clock.moveForward(60_000)
      return (await countReports()) === 0
    })
    assert.ok(callsOf(plain, 'rotated').length > 1)
  })

  it('end when the operator withdraws the permission', async () => {
    status = 500
    await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}withdrawn?x` })
    await untilCalled(plain, 'withdrawn', 1)
    await allow(false)
    status = 200
    await until('the permission is gone', async () => {
      const text = await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}refused?x` })
      return text === 'DLR-URL field misformed, rejected'
    })
    const called = callsOf(plain, 'withdrawn').length
    await until('the report is gone', async () => {
      world.clock.moveForward(1_000)
      return (await countReports()) === 0
    })
    assert.equal(callsOf(plain, 'withdrawn').length, called)
    await allow(true)
  })

  it('end after three days', async () => {
    status = 500
    await until('the permission is back', async () => {
      const sent = await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}late?x` })
      return sent === '0: Accepted for delivery'
    })
    await untilCalled(plain, 'late', 1)
    const began = world.clock.now().getTime()
    await until('the report is gone', async () => {
      world.clock.moveForward(12 * hourMs)
      return (await countReports()) === 0
    })
    assert.ok(world.clock.now().getTime() - began >= 72 * hourMs)
  })

  it('are not delayed by another host of the account that does not answer', async () => {
    const silent = await startReceiver({ answer: () => null })
    try {
      const to = Array.from({ length: 40 }, (_, index) => 255712345100 + index).join(' ')
      await until('the permission is back', async () => {
        const sent = await send({ to, 'dlr-mask': '1', 'dlr-url': `${silent.url}silent?x` })
        return sent === '0: Accepted for delivery'
      })
      await untilCalled(silent, 'silent', 8)
      await send({ 'dlr-mask': '1', 'dlr-url': `${plain.url}beside?x` })
      await untilCalled(plain, 'beside', 1)
      assert.equal(callsOf(silent, 'silent').length, 8, 'calls of a host that has not answered yet')
    } finally {
      await silent.close()
      await sql`delete from sms_reports`.execute(world.db)
    }
  })

  it('appear in no log, as do the values of the request', async () => {
    const hidden = ['hush-in-url', 'hush-in-text', 'hush-password', 'hush-account', '255712345999']
    const [inUrl, inText, password, account, to] = hidden as [string, string, string, string, string]
    status = 500
    const dlr = { 'dlr-mask': '1', 'dlr-url': `${plain.url}log?${inUrl}&to=%p` }
    await until('the permission is back', async () => {
      const sent = await send({ to, text: inText, account, ...dlr })
      return sent === '0: Accepted for delivery'
    })
    await untilCalled(plain, 'log', 1)
    status = 200
    const mistakes: Record<string, string>[] = [
      { password },
      { username: password },
      { from: account },
      { to: inText },
      { 'dlr-url': inUrl },
    ]
    for (const mistake of mistakes) await send({ to, text: inText, account, ...mistake })
    for (const path of ['/cgi-bin/sendsm', '/cgi-bin/sendsms%zz', '/v1/send/cgi-bin/sendsms', '/cgi-bin/sendsms/x'])
      await world.app.http.inject({ url: `${path}?username=${apiKey}&password=${password}&to=${to}&text=${inText}` })
    await world.app.http.inject({ method: 'PUT', url: `/cgi-bin/sendsms?password=${password}&to=${to}` })
    await until('the rejections are listed', async () => {
      const { body } = await command(world, 'GET', '/accounts/1/request-log?grouped=true&limit=100')
      assert.equal(/hush|999/.test(JSON.stringify(body.data)), false)
      return body.data.some((one: { readonly path: string }) => one.path === '/cgi-bin/sendsms')
    })
    assert.ok(world.logs.some((line) => line.includes('/cgi-bin/sendsms')))
    const found = world.logs.filter((line) => [...hidden, apiSecret].some((text) => line.includes(text)))
    assert.deepEqual(found, [])
  })
})
