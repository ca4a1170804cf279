/** What an endpoint can be told about. */
export const eventKinds = ['airtime', 'checkout', 'delivery-report', 'inbound-sms', 'chat'] as const
export type EventKind = (typeof eventKinds)[number]
