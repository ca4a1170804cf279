import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { PinBlock } from '../../../../src/contract/account/otp.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { countryName } from '../../parts/formats.ts'
import { Listing } from '../../parts/listing.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

/** The number ranges that the fraud guard blocks. */
export function Blocks({ account }: { readonly account: Account }) {
  const [unblocked, setUnblocked] = useState<PinBlock | null>(null)
  return (
    <Section isBare title={t.pins.blocks.title} about={t.pins.blocks.about}>
      <Listing
        label={t.pins.blocks.title}
        route="GET /v2/otp/blocks"
        path={{ account: account.id }}
        keyOf={({ id }) => id}
        everySeconds={15}
        empty={t.pins.blocks.empty}
        columns={[
          {
            label: t.pins.blocks.numbers,
            show: (block) => <Numbers block={block} />,
          },
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
          ...(mayAs(account, 'member')
            ? [
                {
                  label: t.pins.apps.actions,
                  width: 90,
                  show: (block: PinBlock) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setUnblocked(block)}
                      aria-label={fill(t.pins.blocks.unblockNamed, { name: nameOf(block) })}
                    >
                      {t.pins.blocks.unblock}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {unblocked && <UnblockDialog account={account} block={unblocked} onClose={() => setUnblocked(null)} />}
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

function UnblockDialog({
  account,
  block,
  onClose,
}: {
  readonly account: Account
  readonly block: PinBlock
  readonly onClose: () => void
}) {
  const unblock = useChange(
    () => ask('DELETE /v2/otp/blocks/:block', { path: { account: account.id, block: block.id } }),
    {
      refreshes: [`${account.path}/otp/blocks`],
      onDone: () => {
        sayDone(fill(t.pins.blocks.done, { name: nameOf(block) }))
        onClose()
      },
    },
  )
  return (
    <Confirm
      title={fill(t.pins.blocks.unblockTitle, { name: nameOf(block) })}
      isOpen
      onClose={onClose}
      change={unblock}
      submit={t.pins.blocks.submit}
      onConfirm={() => unblock.mutate(undefined)}
    >
      <Text>
        {rich(isPrefix(block) ? t.pins.blocks.prefixWarning : t.pins.blocks.placeWarning, {
          name: nameOf(block),
          b: (text) => <b>{text}</b>,
        })}
      </Text>
    </Confirm>
  )
}
