import type { PinRequest } from '../../../../src/contract/console/otp.ts'
import { Listing } from '../../parts/listing.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

const words: Readonly<Record<PinRequest['state'], string>> = {
  sent: 'waiting',
  verified: 'verified',
  expired: 'expired',
  exceeded: 'too many tries',
}

interface RequestsProps {
  readonly account: Account
  readonly apps: readonly { readonly app: number; readonly name: string }[]
}

/** Who was sent a PIN, and whether they typed it back. The PINs themselves are nowhere. */
export function Requests({ account, apps }: RequestsProps) {
  const names = new Map(apps.map(({ app, name }) => [app, name]))
  return (
    <Section
      isBare
      title="Latest requests"
      about="Who was sent a PIN, and what became of it. The PINs themselves are never kept where anybody could read them."
    >
      <Listing
        label="PIN requests"
        route="GET /accounts/:account/otp/requests"
        path={{ account: account.id }}
        keyOf={({ pinId }) => pinId}
        everySeconds={10}
        empty="No PIN was asked for yet. Your program does it with POST /v1/request; API setup has the keys for that."
        columns={[
          { label: 'Asked for', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: 'Number', show: ({ phone }) => <span className="number">{phone}</span>, width: 160 },
          { label: 'Application', show: ({ app }) => names.get(app) ?? `appId ${app}` },
          { label: 'What became of it', show: ({ state }) => <Status value={words[state]} />, width: 150 },
          { label: 'Tries', show: ({ attempts }) => showCount(attempts), right: true, width: 80 },
          {
            label: 'Verified, or valid until',
            show: ({ verifiedAt, expiresAt }) => <When at={verifiedAt ?? expiresAt} />,
            width: 190,
          },
        ]}
      />
    </Section>
  )
}
