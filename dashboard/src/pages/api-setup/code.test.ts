import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeLanguages, prettyJson, writeCode } from './code.ts'

const base = 'https://sms.example.com'
const body = '{"from":"INFO","to":["0712345678"],"text":"Don\'t \\"stop\\"","smart":true,"at":null}'

describe('writeCode', () => {
  it('writes a send with the client for TypeScript', () => {
    const code = writeCode.typescript({ base, method: 'POST', path: '/v2/messages', body })
    assert.match(code, /^\/\/ Install the client first: https:\/\/sms\.example\.com\/docs\/guides\/client#install\n/)
    assert.match(
      code,
      /messages\(ngoma\)\.send\(\{\n {2}from: 'INFO',\n {2}to: \['0712345678'\],\n {2}text: 'Don\\'t "stop"',\n/,
    )
  })

  it('writes values of Python', () => {
    const code = writeCode.python({ base, method: 'POST', path: '/v1/send', body })
    assert.match(
      code,
      /json\.dumps\(\{"from": "INFO", "to": \["0712345678"\], "text": "Don't \\"stop\\"", "smart": True, "at": None\}\)/,
    )
  })

  it('quotes for the shell', () => {
    const code = writeCode.curl({ base, method: 'POST', path: '/v1/send', body })
    assert.match(code, /-u KEY:SECRET https:\/\/sms\.example\.com\/v1\/send/)
    assert.match(code, /Don'\\''t/)
  })

  it('names other methods', () => {
    const call = { base, method: 'DELETE', path: '/v2/templates/7?again=true', body: null }
    assert.match(
      writeCode.curl(call),
      /^curl -X DELETE -u KEY:SECRET 'https:\/\/sms\.example\.com\/v2\/templates\/7\?again=true'$/,
    )
    assert.match(writeCode.python(call), /method="DELETE"/)
    assert.doesNotMatch(writeCode.typescript(call), /body/)
  })

  it('keeps a body that is cut off', () => {
    for (const language of codeLanguages)
      assert.match(writeCode[language]({ base, method: 'POST', path: '/v1/send', body: '{"a":1…' }), /a.*1…/)
    assert.equal(prettyJson('{"a":1…'), '{"a":1…')
  })
})
