import type { PinBlock } from '../../../../src/contract/account/otp.ts'
import { ask } from '../../api.ts'
import { countryName } from '../../parts/formats.ts'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

/** The number ranges that the fraud guard blocks. */
export function Blocks({ account }: { readonly account: Account }) {
  return (
    <Section isBare title={t.pins.blocks.title} about={t.pins.blocks.about}>
      <ResourceList
        label={t.pins.blocks.title}
        route="GET /v2/otp/blocks"
        path={{ account: account.id }}
        everySeconds={15}
        empty={t.pins.blocks.empty}
        columns={[
          { label: t.pins.blocks.numbers, show: (block) => <Numbers block={block} /> },
          { label: t.pins.apps.application, show: ({ appName }) => appName ?? t.pins.blocks.allApps },
          {
            label: t.pins.blocks.verified,
            show: ({ requests, verified }) => fill(t.pins.apps.share, { verified, requested: requests }),
            width: 120,
          },
          { label: t.pins.blocks.until, show: ({ blockedUntil }) => <When at={blockedUntil} />, width: 180 },
          {
            label: t.pins.blocks.pins,
            show: ({ enforced }) =>
              enforced ? <Status value="blocked" /> : <Status value="sent" text={t.pins.blocks.stillSent} />,
            width: 110,
          },
        ]}
        mayChange={mayAs(account, 'member')}
        remove={(block) => ({
          label: t.pins.blocks.unblock,
          name: fill(t.pins.blocks.unblockNamed, { name: nameOf(block) }),
          title: fill(t.pins.blocks.unblockTitle, { name: nameOf(block) }),
          warning: rich(isPrefix(block) ? t.pins.blocks.prefixWarning : t.pins.blocks.placeWarning, {
            name: nameOf(block),
            b: (text) => <b>{text}</b>,
          }),
          submit: t.pins.blocks.submit,
          run: () => ask('DELETE /v2/otp/blocks/:block', { path: { account: account.id, block: block.id } }),
          done: fill(t.pins.blocks.done, { name: nameOf(block) }),
        })}
      />
    </Section>
  )
}

/** A block has the digits of a prefix, a country code, or `*` for all numbers. */
const isPrefix = ({ prefix }: PinBlock) => /^\d+$/.test(prefix)
function nameOf({ prefix }: PinBlock): string {
  if (prefix === '*') return t.pins.blocks.allNumbers
  return /^[A-Z]{2}$/.test(prefix) ? countryName(prefix) : prefix
}

function Numbers({ block }: { readonly block: PinBlock }) {
  return (
    <span>
      {isPrefix(block)
        ? rich(t.pins.blocks.startWith, { prefix: block.prefix, b: (text) => <b className="number">{text}</b> })
        : rich(t.pins.blocks.place, { name: nameOf(block), b: (text) => <b>{text}</b> })}
    </span>
  )
}
