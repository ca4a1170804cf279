import { Text } from '@mantine/core'
import type { PinSend } from '../../../../src/contract/account/otp.ts'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { NumberField } from '../../parts/number-field.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface RequestsProps {
  readonly account: Account
  readonly apps: readonly { readonly app: number; readonly name: string }[]
}

/** The PIN requests of an account. The PINs themselves are never shown. */
export function Requests({ account, apps }: RequestsProps) {
  const names = new Map(apps.map(({ app, name }) => [app, name]))
  const [{ number }, setFilters] = useFilters()
  return (
    <Section isBare title={t.pins.requests.title} about={t.pins.requests.about}>
      <NumberField
        label={t.pins.requests.number}
        value={number}
        onChange={(text) => setFilters({ number: text })}
        mb="md"
      />
      <Listing
        label={t.pins.requests.title}
        route="GET /v2/otp/requests"
        path={{ account: account.id }}
        query={{ number }}
        keyOf={({ pinId }) => pinId}
        everySeconds={10}
        empty={t.pins.requests.empty}
        columns={[
          { label: t.pins.requests.requested, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: t.pins.requests.number, show: ({ phone }) => <Phone of={phone} />, width: 160 },
          {
            label: t.pins.apps.application,
            show: ({ app }) => names.get(app) ?? fill(t.pins.requests.appId, { number: String(app) }),
          },
          {
            label: t.pins.requests.result,
            show: ({ state }) => <Status value={state === 'sent' ? 'waiting' : state} />,
            width: 150,
          },
          { label: t.pins.requests.channels, show: ({ sends }) => <Sends sends={sends} />, width: 200 },
          { label: t.pins.requests.attempts, show: ({ attempts }) => showCount(attempts), right: true, width: 80 },
          {
            label: t.pins.requests.verifiedOrUntil,
            show: ({ verifiedAt, expiresAt }) => <When at={verifiedAt ?? expiresAt} />,
            width: 190,
          },
        ]}
      />
    </Section>
  )
}

const isChannel = (name: string): name is keyof typeof t.pins.channels => Object.hasOwn(t.pins.channels, name)

/** The channels that a PIN was sent on. A PIN without any was sent once, by SMS. */
function Sends({ sends }: { readonly sends: readonly PinSend[] }) {
  if (sends.length === 0) return <>{t.pins.channels.sms}</>
  return sends.map(({ channel, state, problem, at }) => (
    <Text key={at} size="sm">
      {isChannel(channel) ? t.pins.channels[channel] : channel}: {t.pins.sendStates[state]}
      {problem === null ? '' : ` (${problem})`}
    </Text>
  ))
}
