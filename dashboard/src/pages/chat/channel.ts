/** As people write them: the services' own names where they are known. */
const names: Readonly<Record<string, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  messenger: 'Messenger',
  instagram: 'Instagram',
  viber: 'Viber',
}

export const nameOfChannel = (channel: string) => names[channel] ?? channel
