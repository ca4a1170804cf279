#!/usr/bin/env perl
# A customer on Net::SMPP (Debian: libnet-smpp-perl), which shares no line with ours. Reads one JSON object per line with the fields of a submit_sm, where
# short_message is hexadecimal; prints one for each response and each deliver_sm; ends with its standard input.
# Usage: foreign-esme.pl PORT SYSTEM_ID PASSWORD
use strict;
use warnings;
use IO::Select;
use JSON::PP;
use Net::SMPP;

use constant { SUBMIT_RESP => 0x80000004, DELIVER => 0x05, BIND_RESP => 0x80000009, ENQUIRE => 0x15, UNBIND => 0x06 };

my ($port, $system_id, $password) = @ARGV;
$SIG{PIPE} = 'IGNORE';
# The module warns of the end of a connection.
$SIG{__WARN__} = sub { };

$| = 1;
my $smpp = Net::SMPP->new_connect('127.0.0.1', port => $port, async => 1, smpp_version => 0x34) or die "can not connect: $!";
$smpp->bind_transceiver(system_id => $system_id, password => $password, interface_version => 0x34);
my $readable = IO::Select->new($smpp, \*STDIN);
my $buffer = '';

while (1) {
    for my $ready ($readable->can_read) {
        if ($ready == $smpp) { take($smpp->read_pdu // exit) }
        else {
            sysread(STDIN, $buffer, 65536, length $buffer) or exit;
            while ($buffer =~ s/^(.*)\n//) { submit(decode_json($1)) }
        }
    }
}

sub say_of { print encode_json({@_}), "\n" }

sub submit {
    my ($fields) = @_;
    my $text = pack 'H*', delete $fields->{short_message};
    my $sequence = $smpp->submit_sm(%$fields, short_message => $text);
    say_of(event => 'sent', sequence => $sequence);
}

sub take {
    my ($pdu) = @_;
    my ($command, $seq) = @$pdu{qw(cmd seq)};
    if ($command == BIND_RESP) { say_of(event => 'bound', status => $pdu->{status}) }
    elsif ($command == SUBMIT_RESP) { say_of(event => 'answer', sequence => $seq, status => $pdu->{status}, id => $pdu->{message_id}) }
    elsif ($command == DELIVER) {
        $smpp->deliver_sm_resp(seq => $seq, message_id => '');
        say_of(
            event => 'delivery',
            from => $pdu->{source_addr}, to => $pdu->{destination_addr},
            kind => $pdu->{esm_class}, coding => $pdu->{data_coding}, bytes => unpack('H*', $pdu->{short_message}),
            id => $pdu->{receipted_message_id} =~ s/\0$//r, state => length $pdu->{message_state} ? unpack('C', $pdu->{message_state}) : undef,
        );
    }
    elsif ($command == ENQUIRE) { $smpp->enquire_link_resp(seq => $seq) }
    elsif ($command == UNBIND) { $smpp->unbind_resp(seq => $seq) }
}
