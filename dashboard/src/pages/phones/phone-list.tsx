import { Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { VirtualPhone } from '../../../../src/contract/console/inbound.ts'
import { hueOf, showNumber } from './phone.ts'

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Of today the time, and of other days the day. */
const showWhen = (at: Date) => (days.format(at) === days.format(new Date()) ? times : days).format(at)

/** On a small screen: one chooses a phone, and then has it alone. */
export function PhoneList({ path, phones }: { readonly path: string; readonly phones: readonly VirtualPhone[] }) {
  return (
    <ul className="vphone-list" aria-label="Phones">
      {phones.map(({ phone, lastText, lastAt, lastDirection }) => (
        <li key={phone}>
          <UnstyledButton
            component={Link}
            to={path}
            search={{ phone: Number(phone) } as never}
            className="vphone-choice"
          >
            <span className="vphone-face" style={{ background: `hsl(${hueOf(phone)} 42% 30%)` }} aria-hidden="true">
              {phone.slice(-2)}
            </span>
            <span className="vphone-name">
              <span className="vphone-line">
                <Text fw={600} size="sm" className="number" component="span">
                  {showNumber(phone)}
                </Text>
                <Text size="xs" c="dimmed" component="span" className="number">
                  {lastAt !== null && showWhen(new Date(lastAt))}
                </Text>
              </span>
              <Text size="sm" c="dimmed" truncate component="span" display="block">
                {lastDirection === 'out' && 'Wrote: '}
                {lastText ?? 'Nothing has arrived'}
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
