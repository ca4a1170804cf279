import { Group, NumberInput, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { callingCodeIn } from '../../../../src/values/countries.ts'
import type { Phone } from '../../../../src/values/phone.ts'
import { timeZonesOf } from '../../../../src/values/time-zones.ts'
import { localTime, momentOf, parseLocalTime } from '../../../../src/values/zoned-time.ts'
import { countryName, timeZone } from '../../parts/formats.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Draft, Settings } from './draft.ts'

const usualHours = { from: '08:00', to: '20:00' }
const hourMs = 3_600_000

const accountZones = (country: string | null) =>
  country === null ? [] : timeZonesOf((callingCodeIn(country) ?? '') as Phone)

/** The next full hour, in the zone of the account if it has only one. */
function nextHour(country: string | null): NonNullable<Settings['schedule']> {
  const at = new Date(Math.ceil((Date.now() + hourMs / 2) / hourMs) * hourMs)
  const times = new Set(accountZones(country).map((zone) => localTime(at, zone)))
  const [own] = times
  const isClear = own !== undefined && times.size === 1
  return { at: (isClear ? own : localTime(at, timeZone)).replace(' ', 'T'), zone: isClear ? 'account' : timeZone }
}

/** Whether the start is over. The server decides about the zones of recipients. */
export function isPast(schedule: Settings['schedule'], country: string | null): boolean {
  if (schedule === null || schedule.zone === 'recipient') return false
  const localMs = parseLocalTime(schedule.at)
  const [zone] = schedule.zone === 'account' ? accountZones(country) : [schedule.zone]
  return localMs !== null && zone !== undefined && momentOf(localMs, zone).getTime() <= Date.now()
}

export const zoneName = (zone: string, country: string | null): string =>
  zone === 'account'
    ? fill(t.composer.zoneAccount, { country: country === null ? '' : countryName(country) })
    : zone === 'recipient'
      ? t.composer.zoneRecipient
      : zone === timeZone
        ? fill(t.composer.zoneMine, { zone })
        : zone

/** The start, the hours of the day and the pace. */
export function WhenStep({ draft: { settings, change } }: { readonly draft: Draft }) {
  const { country } = useThisAccount()
  const { schedule, sendWindow, pace } = settings
  return (
    <Stack gap="lg">
      <Radio.Group
        label={t.composer.start}
        value={schedule === null ? 'now' : 'at'}
        onChange={(value) => change({ schedule: value === 'now' ? null : nextHour(country) })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t.composer.now} />
          <Radio value="at" label={t.composer.at} />
        </Stack>
      </Radio.Group>
      {schedule !== null && (
        <Group align="flex-start" gap="sm">
          <TextInput
            type="datetime-local"
            label={t.composer.time}
            value={schedule.at}
            error={isPast(schedule, country) && t.composer.timePast}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && change({ schedule: { ...schedule, at: value } })
            }
          />
          <Select
            label={t.composer.zone}
            w={{ base: '100%', xs: 300 }}
            allowDeselect={false}
            data={[...new Set(['account', 'recipient', timeZone, schedule.zone])].map((zone) => ({
              value: zone,
              label: zoneName(zone, country),
            }))}
            value={schedule.zone}
            onChange={(zone) => zone !== null && change({ schedule: { ...schedule, zone } })}
          />
        </Group>
      )}
      <Stack gap="xs">
        <Switch
          label={t.composer.hours}
          description={t.composer.hoursAbout}
          checked={sendWindow !== null}
          onChange={({ currentTarget: { checked } }) => change({ sendWindow: checked ? usualHours : null })}
        />
        {sendWindow !== null && (
          <Group gap="sm">
            <TextInput
              type="time"
              label={t.composer.hoursFrom}
              w={140}
              value={sendWindow.from}
              onChange={({ currentTarget: { value } }) =>
                value !== '' && change({ sendWindow: { ...sendWindow, from: value } })
              }
            />
            <TextInput
              type="time"
              label={t.composer.hoursTo}
              w={140}
              value={sendWindow.to}
              onChange={({ currentTarget: { value } }) =>
                value !== '' && change({ sendWindow: { ...sendWindow, to: value } })
              }
            />
          </Group>
        )}
      </Stack>
      <NumberInput
        label={t.composer.pace}
        description={<Text inherit>{t.composer.paceAbout}</Text>}
        placeholder={t.composer.paceNone}
        w={{ base: '100%', xs: 260 }}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={pace ?? ''}
        onChange={(value) => change({ pace: typeof value === 'number' && value >= 1 ? value : null })}
      />
    </Stack>
  )
}
