import { Listing } from '../../parts/listing.tsx'
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
  return (
    <Section isBare title={t.pins.requests.title} about={t.pins.requests.about}>
      <Listing
        label={t.pins.requests.title}
        route="GET /accounts/:account/otp/requests"
        path={{ account: account.id }}
        keyOf={({ pinId }) => pinId}
        everySeconds={10}
        empty={t.pins.requests.empty}
        columns={[
          { label: t.pins.requests.requested, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: t.pins.requests.number, show: ({ phone }) => <span className="number">{phone}</span>, width: 160 },
          {
            label: t.pins.apps.application,
            show: ({ app }) => names.get(app) ?? fill(t.pins.requests.appId, { number: String(app) }),
          },
          {
            label: t.pins.requests.result,
            show: ({ state }) => <Status value={state === 'sent' ? 'waiting' : state} />,
            width: 150,
          },
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
