import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { PinBlock } from '../../../../src/contract/console/otp.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { Listing } from '../../parts/listing.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'

/** What the guard keeps PINs from. */
export function Blocks({ account }: { readonly account: Account }) {
  const [lifted, setLifted] = useState<PinBlock | null>(null)
  return (
    <Section
      isBare
      title="Blocked numbers"
      about="The fraud guard stops PINs to ranges of numbers where hardly any PIN is typed back: fraudsters rent such ranges and earn on every message. A block ends by itself."
    >
      <Listing
        label="Blocked numbers"
        route="GET /accounts/:account/otp/blocks"
        path={{ account: account.id }}
        keyOf={({ id }) => id}
        everySeconds={15}
        empty="Nothing is blocked right now."
        columns={[
          {
            label: 'Numbers',
            show: (block) => <Numbers block={block} />,
          },
          { label: 'Application', show: ({ appName }) => appName ?? 'all' },
          {
            label: 'Verified',
            show: ({ requests, verified }) => `${showCount(verified)} of ${showCount(requests)}`,
            width: 120,
          },
          { label: 'Until', show: ({ blockedUntil }) => <When at={blockedUntil} />, width: 180 },
          { label: 'PINs', show: ({ enforced }) => <Status value={enforced ? 'blocked' : 'still sent'} />, width: 110 },
          ...(mayAs(account, 'member')
            ? [
                {
                  label: 'Change',
                  width: 90,
                  show: (block: PinBlock) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setLifted(block)}
                      aria-label={`Lift the block of ${nameOf(block)}`}
                    >
                      Lift
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {lifted && <LiftDialog account={account} block={lifted} onClose={() => setLifted(null)} />}
    </Section>
  )
}

/** Digits are the beginning of numbers; everything else is a place. */
const isPrefix = ({ prefix }: PinBlock) => /^\d+$/.test(prefix)
const nameOf = (block: PinBlock) => (block.prefix === '*' ? 'all numbers' : block.prefix)

function Numbers({ block }: { readonly block: PinBlock }) {
  if (isPrefix(block))
    return (
      <span>
        begin with <b className="number">{block.prefix}</b>
      </span>
    )
  return (
    <span>
      <b>{nameOf(block)}</b>, except ranges where PINs are verified
    </span>
  )
}

function LiftDialog({
  account,
  block,
  onClose,
}: {
  readonly account: Account
  readonly block: PinBlock
  readonly onClose: () => void
}) {
  const lift = useChange(
    () => ask('DELETE /accounts/:account/otp/blocks/:block', { path: { account: account.id, block: block.id } }),
    {
      refreshes: [`${account.path}/otp/blocks`],
      onDone: () => {
        sayDone('The block is lifted.')
        onClose()
      },
    },
  )
  return (
    <Confirm
      title="Lift this block?"
      isOpen
      onClose={onClose}
      change={lift}
      submit="Lift block"
      onConfirm={() => lift.mutate(undefined)}
    >
      <Text>
        PINs of {block.appName ?? 'all applications'} go to{' '}
        {isPrefix(block) ? 'numbers that begin with ' : 'all ranges of '}
        <b>{nameOf(block)}</b> again, and are paid for. The guard forgets what it knew about them and watches anew.
      </Text>
    </Confirm>
  )
}
