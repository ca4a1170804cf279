/**
 * Answers of Kannel 1.4.5 (bearerbox and smsbox of Debian 12 with an SMPP connection to `ngoma smsc`), one for each change
 * of a good request. Values are URL-encoded; null leaves a value out.
 */

export type Change = Readonly<Record<string, string | null>>
export type Answer = readonly [status: number, text: string]

export const goodRequest: Change = { from: 'INFO', to: '255712345678', text: 'Hello' }

export const accepted: Answer = [202, '0: Accepted for delivery']
const forbidden: Answer = [403, 'Authorization failed for sendsms']
const denied: Answer = [400, 'Number(s) has/have been denied by white- and/or black-lists.']
const senderMissing: Answer = [400, 'Sender missing and no global set, rejected']
const misformed = (name: string): Answer => [400, `${name} field misformed, rejected`]
const accountMisformed: Answer = [400, 'Account field misformed or too long, rejected']

/** In a GET. */
export const recorded: readonly (readonly [change: Change, answer: Answer])[] = [
  [{}, accepted],
  [{ password: 'x' }, forbidden],
  [{ username: 'x' }, forbidden],
  [{ password: null }, forbidden],
  [{ username: null }, forbidden],
  [{ to: null }, [400, 'Missing receiver number, rejected']],
  [{ to: '' }, [400, 'Empty receiver number not allowed, rejected']],
  [{ to: '+' }, denied],
  [{ to: '255712345678+255712345679' }, accepted],
  [{ to: '255712345678+255712345678' }, accepted],
  [{ to: 'abc' }, denied],
  [{ to: '255712345678+abc' }, accepted],
  [{ to: '%2B255712345678' }, accepted],
  [{ to: '00255712345678' }, accepted],
  [{ to: '2557-12345678' }, accepted],
  [{ from: null }, senderMissing],
  [{ from: '' }, senderMissing],
  [{ text: 'a'.repeat(400) }, accepted],
  [{ text: '%D0%9F%D1%80', coding: '2', charset: 'UTF-8' }, accepted],
  [{ text: '%D0%9F%D1%80' }, accepted],
  [{ text: '%04%1F%04%40', coding: '2' }, accepted],
  [{ charset: 'klingon' }, [400, 'Charset or body misformed, rejected']],
  [{ text: '%E9', charset: 'ISO-8859-1' }, accepted],
  [{ text: '%E9' }, accepted],
  [{ text: '100%' }, accepted],
  [{ coding: '3' }, misformed('Coding')],
  [{ coding: '-2' }, misformed('Coding')],
  [{ coding: 'x' }, accepted],
  [{ coding: '' }, accepted],
  [{ coding: '1' }, accepted],
  [{ udh: '%06%05%04%15%8A%00%00' }, accepted],
  [{ udh: '%05%05%04' }, misformed('UDH')],
  [{ udh: '' }, accepted],
  [{ udh: `%8E${'%00'.repeat(142)}` }, [400, 'UDH field is too long, rejected']],
  [{ mclass: '0' }, accepted],
  [{ mclass: '4' }, misformed('MClass')],
  [{ mwi: '1' }, accepted],
  [{ mwi: '8' }, misformed('MWI')],
  [{ compress: '2' }, misformed('Compress')],
  [{ pid: '64' }, accepted],
  [{ pid: '256' }, misformed('PID')],
  [{ rpi: '3' }, misformed('RPI')],
  [{ 'alt-dcs': '2' }, misformed('Alt-DCS')],
  [{ validity: '-2' }, misformed('Validity')],
  [{ validity: '0' }, accepted],
  [{ validity: '10' }, accepted],
  [{ deferred: '-2' }, misformed('Deferred')],
  [{ deferred: '10' }, accepted],
  [{ priority: '4' }, misformed('Priority')],
  [{ priority: '-1' }, accepted],
  [{ priority: '-2' }, misformed('Priority')],
  [{ priority: '3' }, accepted],
  [{ 'dlr-mask': '67' }, misformed('DLR-Mask')],
  [{ 'dlr-mask': '66' }, accepted],
  [{ 'dlr-mask': '-2' }, misformed('DLR-Mask')],
  [{ 'dlr-mask': '-1' }, accepted],
  [{ 'dlr-mask': '31' }, accepted],
  [{ 'dlr-mask': '31', 'dlr-url': 'garbage:xx' }, misformed('DLR-URL')],
  [{ 'dlr-mask': '31', 'dlr-url': 'http:/' }, misformed('DLR-URL')],
  [{ 'dlr-mask': '31', 'dlr-url': 'ftp://example.com/' }, misformed('DLR-URL')],
  [{ 'dlr-mask': '31', 'dlr-url': 'http://' }, misformed('DLR-URL')],
  [{ 'dlr-url': 'https://example.com/dlr' }, accepted],
  [{ account: 'shop' }, accepted],
  [{ account: 'a'.repeat(300) }, accountMisformed],
  [{ account: 'a%5Bb' }, accountMisformed],
  [{ smsc: 'unknown' }, accepted],
  [{ foo: 'bar' }, accepted],
  // Several faults at once show the order of the checks.
  [{ to: 'abc', udh: '%05' }, misformed('UDH')],
  [{ to: 'abc', from: null }, denied],
  [{ from: null, account: 'a%5B' }, senderMissing],
  [{ 'dlr-url': 'xx', 'dlr-mask': '99' }, misformed('DLR-URL')],
  [{ coding: '9', validity: '-5', deferred: '-4', priority: '9' }, misformed('Coding')],
  [{ coding: '9', mclass: '9' }, misformed('MClass')],
]

/** In a POST with X-Kannel headers. `type` is the content type, `body` the text. */
export const recordedPosts: readonly (readonly [change: Change, answer: Answer])[] = [
  [{}, accepted],
  [{ password: 'x' }, forbidden],
  [{ to: null }, [400, 'Missing receiver(s) number(s), rejected']],
  [{ to: '' }, [400, 'Empty receiver number not allowed, rejected']],
  [{ type: 'application/octet-stream' }, accepted],
  [{ type: 'application/octet-stream', udh: '060504158A0000' }, accepted],
  [{ type: 'application/octet-stream', udh: '%06%05%04%15%8A%00%00' }, accepted],
  [{ type: 'application/octet-stream', udh: '0605' }, misformed('UDH')],
  [{ type: 'text/html' }, [415, 'Unsupported content-type, rejected']],
  [{ type: 'application/json' }, [400, 'Invalid content-type']],
  [{ type: null }, accepted],
  [{ type: 'text/plain; charset=iso-8859-1' }, accepted],
]
