/** Brand names of the chat channels. */
const names: Readonly<Record<string, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  messenger: 'Messenger',
  instagram: 'Instagram',
  viber: 'Viber',
}

export const nameOfChannel = (channel: string) => names[channel] ?? channel
