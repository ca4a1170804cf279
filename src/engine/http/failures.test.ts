import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { until } from '../../../test/until.ts'
import { exportRows, takeCsv, withCsvBody } from '../csv/index.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

interface Line {
  readonly level: number
  readonly msg: string
}

describe('a failed request', () => {
  const lines: Line[] = []
  const app = createHttp({
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    bodyBytesMax: 1_024,
    trustedProxies: [],
    authenticate() {},
  })
  const config = { area: 'open' } as const
  let url = ''
  let received = 0

  before(async () => {
    app.get('/export', { config }, (_request, reply) =>
      reply.send(
        exportRows<string>({
          header: ['name'],
          listAfter: (last) => (last === null ? Promise.resolve(['x']) : Promise.reject(new Error('no database'))),
          cells: (name) => [name],
          stepRows: 1,
        }),
      ),
    )
    app.register(async (room) => {
      takeCsv(room)
      room.post('/upload', { config: { ...config, streamsBody: true } }, (request) =>
        withCsvBody(request, async (source) => {
          for await (const piece of source) received += piece.length
        }),
      )
    })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(() => void lines.splice(0))
  after(() => app.close())

  it('cuts off a response that has started, and logs the error', async () => {
    const answer = await fetch(`${url}/export`)
    await assert.rejects(answer.text())
    await until('the error is logged', () => lines.some(({ msg }) => msg === 'the response was cut off'))
    assert.equal(lines.find(({ msg }) => msg === 'the response was cut off')?.level, 50)
  })

  it('is no error in the log when the client aborts its upload', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nphone\n')
    await until('the upload has begun', () => received > 0)
    socket.destroy()
    await until('the abort is logged', () => lines.some(({ msg }) => msg === 'the client aborted the request'))
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    )
  })
})
