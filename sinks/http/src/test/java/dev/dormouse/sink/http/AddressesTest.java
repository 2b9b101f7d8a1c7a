package dev.dormouse.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "64:ff9b::10.0.0.1",
                "64:ff9b:1::1",
                "2002:7f00:1::1",
                "2001::1"
            })
    void addressesThatAreNotPublic(String address) throws UnknownHostException {
        assertThat(Addresses.isPublic(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.20.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "2002:101:101::1",
                "64:ff9b::1.1.1.1"
            })
    void addressesThatArePublic(String address) throws UnknownHostException {
        assertThat(Addresses.isPublic(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void aNameIsJudgedByItsAddresses() {
        assertThatThrownBy(() -> Addresses.requirePublic("localhost"))
                .isInstanceOf(Undeliverable.class)
                .hasMessageContaining("localhost has the address")
                .hasMessageContaining("not public");
        assertThatThrownBy(() -> Addresses.requirePublic("[::1]")).isInstanceOf(Undeliverable.class);
    }
}
