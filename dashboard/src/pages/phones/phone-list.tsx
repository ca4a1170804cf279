import { Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { VirtualPhone } from '../../../../src/contract/console/inbound.ts'
import { Phone } from '../../parts/phone.tsx'
import { hueOf } from '../../parts/phone-frame.tsx'
import { fill, locale, t } from '../../text.ts'

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** The time for today, the date for other days. */
const showWhen = (at: Date) => (days.format(at) === days.format(new Date()) ? times : days).format(at)

/** The phones as a list, for small screens. Each opens on its own. */
export function PhoneList({ path, phones }: { readonly path: string; readonly phones: readonly VirtualPhone[] }) {
  return (
    <ul className="vphone-list" aria-label={t.phones.phones}>
      {phones.map(({ phone, lastText, lastFormat, lastAt, lastDirection }) => (
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
                <Text fw={600} size="sm" component="span">
                  <Phone of={phone} isPlain />
                </Text>
                <Text size="xs" c="dimmed" component="span" className="number">
                  {lastAt !== null && showWhen(new Date(lastAt))}
                </Text>
              </span>
              <Text size="sm" c="dimmed" truncate component="span" display="block">
                {lastText === null
                  ? t.phones.nothing
                  : lastDirection === 'out'
                    ? fill(t.phones.wrote, { text: lastText })
                    : lastFormat === 'binary'
                      ? t.phones.binary
                      : lastText}
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
