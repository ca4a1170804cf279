import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgePassword } from './passwords.ts'

const email = 'zuhura.m@example.com'

describe('judgePassword', () => {
  const cases: readonly [password: string, problem: string | null][] = [
    ['12345678', 'PASSWORD_TOO_COMMON'],
    ['password', 'PASSWORD_TOO_COMMON'],
    ['Password1!', 'PASSWORD_TOO_COMMON'],
    ['SUNSHINE2026', 'PASSWORD_TOO_COMMON'],
    [' iloveyou ', 'PASSWORD_TOO_COMMON'],
    ['qwertyuiop', 'PASSWORD_TOO_COMMON'],
    ['zzzzzzzzzz', 'PASSWORD_TOO_COMMON'],
    ['nganganga', 'PASSWORD_TOO_COMMON'],
    ['klmnopqrst', 'PASSWORD_TOO_COMMON'],
    ['98765432', 'PASSWORD_TOO_COMMON'],
    ['Zuhura.M@example.com', 'PASSWORD_IS_EMAIL'],
    ['zuhura.m', 'PASSWORD_IS_EMAIL'],
    ['Zuhura.m2026!', 'PASSWORD_IS_EMAIL'],
    ['ngoma123', 'PASSWORD_TOO_COMMON'],
    ['2026NGOMA!', 'PASSWORD_TOO_COMMON'],
    ['Duka la Asha 1', 'PASSWORD_TOO_COMMON'],
    ['dukalaasha', 'PASSWORD_TOO_COMMON'],
    ['ngoma ya asubuhi', null],
    ['4711 0815 99', null],
    ['a password of length', null],
    ['embe bichi chumvi', null],
    ['x7$kQ!pz', null],
    ['\nword\npassword', null],
    ['ñañduñañ', null],
  ]
  for (const [password, problem] of cases)
    it(`${problem === null ? 'allows' : `rejects with ${problem}:`} ${JSON.stringify(password)}`, async () => {
      assert.equal(await judgePassword(password, email, ['Duka la Asha', '99']), problem)
    })

  it('works without an email', async () => {
    assert.deepEqual(
      [await judgePassword('zuhura.m', null), await judgePassword('12345678', null)],
      [null, 'PASSWORD_TOO_COMMON'],
    )
  })
})
