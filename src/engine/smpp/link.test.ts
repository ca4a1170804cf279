import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFramer } from './codec/framer.ts'
import { createLink, type Link, type LinkOptions } from './link.ts'
import { decodePdu, encodePdu, type Pdu, status } from './pdu.ts'

/** A link, and the raw socket at its other end. */
async function openPair(
  test: TestContext,
  options: Partial<LinkOptions> = {},
): Promise<{ link: Link; peer: Socket; requests: Pdu[] }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [peer] = (await once(server, 'connection')) as [Socket]
  const requests: Pdu[] = []
  const link = createLink(socket, {
    answerMs: 10_000,
    enquireMs: 0,
    ...options,
    onRequest(request) {
      requests.push(request)
      link.answer(request, status.ok)
    },
  })
  peer.on('error', () => {})
  test.after(() => {
    link.destroy('the test is over')
    peer.destroy()
    server.close()
  })
  return { link, peer, requests }
}

async function readPdus(peer: Socket, count: number): Promise<[command: string, status: number, sequence: number][]> {
  const framer = createFramer()
  const pdus: Pdu[] = []
  while (pdus.length < count) {
    const [chunk] = (await once(peer, 'data')) as [Buffer]
    pdus.push(...framer.push(chunk).map(decodePdu))
  }
  return pdus.map(({ command, status: commandStatus, sequence }) => [command, commandStatus, sequence])
}

/** Without the last byte, and with a matching length. */
function cutShort(pdu: Buffer): Buffer {
  const cut = Buffer.from(pdu.subarray(0, -1))
  cut.writeUInt32BE(cut.length, 0)
  return cut
}

describe('a link', () => {
  it('answers a request with a bad body with a generic_nack, and reads the next', async (test) => {
    const { link, peer, requests } = await openPair(test)
    peer.write(Buffer.concat([cutShort(encodePdu('deliver_sm', 5)), encodePdu('deliver_sm', 6)]))
    assert.deepEqual(await readPdus(peer, 2), [
      ['generic_nack', status.invalidCommandLength, 5],
      ['deliver_sm_resp', status.ok, 6],
    ])
    assert.deepEqual([requests.length, link.isEnded], [1, false])
  })

  it('treats a response with a bad body as one without fields', async (test) => {
    const { link, peer } = await openPair(test)
    const answer = link.request('submit_sm', { source_addr: 'INFO' })
    const [[, , sequence] = assert.fail()] = await readPdus(peer, 1)
    peer.write(cutShort(encodePdu('submit_sm_resp', sequence, { message_id: '7' })))
    const { command, status: commandStatus, fields } = await answer
    assert.deepEqual([command, commandStatus, fields], ['submit_sm_resp', status.ok, {}])
    assert.equal(link.isEnded, false)
  })

  it('ends when the peer leaves too much unread', async (test) => {
    const { link, peer } = await openPair(test, { unreadBytesMax: 100_000 })
    peer.pause()
    while (!link.isEnded) {
      link.request('submit_sm', { message_payload: Buffer.alloc(16_000) }).catch(() => {})
      await nextTurn()
    }
    assert.equal(await link.ended, 'the other side does not read')
  })

  it('handles a limited number of requests in a turn of the event loop', async (test) => {
    const { peer, requests } = await openPair(test)
    peer.write(Buffer.concat(Array.from({ length: 1_000 }, (_, index) => encodePdu('deliver_sm', index + 1))))
    let most = 0
    for (let before = 0; before < 1_000; before = requests.length) {
      await nextTurn()
      most = Math.max(most, requests.length - before)
    }
    assert.ok(most <= 100, `${most} requests in one turn`)
    assert.deepEqual(
      requests.map(({ sequence }) => sequence),
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    )
  })

  it('reads slowly when too many requests are refused, and then continues', async (test) => {
    const rate = { size: 5, perSecond: 50 }
    const { link, peer } = await openPair(test, { quickRate: () => rate })
    const beganAtMs = performance.now()
    const enquiries = Array.from({ length: 20 }, (_, index) => encodePdu('enquire_link', index + 1))
    peer.write(Buffer.concat(enquiries))
    assert.equal((await readPdus(peer, 20)).length, 20)
    assert.ok(performance.now() - beganAtMs >= 90, 'it did not pause')
    assert.equal(link.isEnded, false)
  })

  it('answers an unreadable request that has no response with a generic_nack', async (test) => {
    const { link, peer } = await openPair(test, { onUnreadable: () => status.invalidCommandLength })
    for (const command of ['outbind', 'alert_notification']) peer.write(cutShort(encodePdu(command, 5)))
    peer.write(cutShort(encodePdu('deliver_sm', 6)))
    assert.deepEqual(await readPdus(peer, 3), [
      ['generic_nack', status.invalidCommandLength, 5],
      ['generic_nack', status.invalidCommandLength, 5],
      ['deliver_sm_resp', status.invalidCommandLength, 6],
    ])
    assert.equal(link.isEnded, false)
  })

  it('ends with a generic_nack when the start of the next PDU is unknown', async (test) => {
    const { link, peer } = await openPair(test)
    const waiting = assert.rejects(link.request('enquire_link'), { kind: 'ended' })
    await readPdus(peer, 1)
    const header = Buffer.alloc(16)
    header.writeUInt32BE(0xffff_ffff, 0)
    peer.write(header)
    assert.deepEqual(await readPdus(peer, 1), [['generic_nack', status.invalidCommandLength, 0]])
    assert.match(await link.ended, /4294967295 bytes/)
    await waiting
  })
})
