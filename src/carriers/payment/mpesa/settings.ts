import { choice, converted, describeKind, flag, nullable, problem, text } from '../../settings.ts'

/** The settings of M-Pesa Express. `docs/providers/mpesa.md` explains them. */

const code = (title: string, description: string) =>
  text(title, description, { minLength: 5, maxLength: 7, pattern: '^\\d*$', 'x-expected': 'a code of 5 to 7 digits' })

const origin = 'an origin such as https://api.safaricom.co.ke'

const { description, read } = describeKind({
  title: 'M-Pesa Express (Safaricom Daraja)',
  secrets: [
    { name: 'consumerKey', title: 'Consumer key', required: true },
    { name: 'consumerSecret', title: 'Consumer secret', required: true },
    { name: 'passkey', title: 'Passkey', required: true },
  ],
  basic: {
    shortCode: code('Short code', 'The pay bill number, or the store number of a till. It belongs to the passkey.'),
    type: choice('Type', 'Whether payers pay a pay bill number or a till.', ['paybill', 'till'], 'paybill'),
    tillNumber: nullable(code('Till number', 'The till that receives the money. Default: the short code.')),
  },
  advanced: {
    baseUrl: converted(
      text('Address of the API', 'Use https://sandbox.safaricom.co.ke for tests with the sandbox of Safaricom.', {
        maxLength: 200,
        default: 'https://api.safaricom.co.ke',
        'x-expected': origin,
      }),
      readOrigin,
    ),
    accountReference: choice(
      'Account number',
      'Shown to the payer and on the statement: the ID of the payment, which reconciliation can match, or the first 12 characters of the reference.',
      ['payment', 'reference'],
      'payment',
    ),
    confirmByQuery: flag('Confirm callbacks', 'Callbacks are not signed. Ask M-Pesa before believing one.', true),
  },
})

export { description as mpesaDescription, read as readMpesaSettings }

export type MpesaSettings = ReturnType<typeof read>

function readOrigin(value: string, path: string): string {
  if (!URL.canParse(value) || !/^https?:\/\/[^/?#@]+\/?$/.test(value)) throw problem(`${path} must be ${origin}`)
  return new URL(value).origin
}
