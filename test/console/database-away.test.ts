import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createClock } from '../../src/engine/clock.ts'
import { createLog } from '../../src/engine/log.ts'
import { startProxy } from '../e2e/proxy.ts'
import { openTestDatabase, openUrl, postgresUrl } from '../world.ts'
import { addCookies, adminEmail, adminPassword } from './people.ts'

describe('console API without its database', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('answers 503 instead of 401', async (t) => {
    const { url, drop } = await openTestDatabase('postgres')
    t.after(drop)
    const proxy = await startProxy(url ?? '')
    const logs: string[] = []
    const log = createLog('debug', { write: (line) => void logs.push(line) })
    const app = await openApp({
      config: { ...readConfig({}), staging: true, adminPassword },
      db: openUrl(proxy.url),
      clock: createClock(),
      log,
      role: 'api',
    })
    t.after(() => app.close())
    const signIn = () =>
      app.http.inject({
        method: 'POST',
        url: '/console/v1/auth/sign-in/email',
        payload: { email: adminEmail, password: adminPassword },
      })
    const signedIn = await signIn()
    const cookie = addCookies('', [signedIn.headers['set-cookie'] ?? []].flat())
    assert.equal((await app.http.inject({ url: '/console/v1/me', headers: { cookie } })).statusCode, 200)

    await proxy.close()
    for (const response of [await app.http.inject({ url: '/console/v1/me', headers: { cookie } }), await signIn()]) {
      assert.equal(response.statusCode, 503)
      assert.ok(response.headers['retry-after'])
    }
    assert.equal(logs.join('').includes(adminPassword), false)
  })
})
