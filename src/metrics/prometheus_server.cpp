// SPDX-License-Identifier: BSD-3-Clause
// The server of prometheus-cpp, which is CivetWeb.
#include <CivetServer.h>
#include <fmt/format.h>
#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/metric_family.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "metrics/background_thread.hpp"
#include "metrics/metric_table.hpp"
#include "metrics/metrics_server.hpp"

namespace mdsim {

namespace {

constexpr unsigned ipv6_feature = 8; // of mg_check_feature

/// Takes what CivetWeb says in the thread that starts it; null in all others, and behind the start.
thread_local std::string* words_at_start = nullptr;

int keep_words(const mg_connection* /*connection*/, const char* words) {
    if (words_at_start != nullptr) *words_at_start += fmt::format("{}\n", words);
    return 1; // it prints nothing itself
}

/// Refuses all but GET before CivetWeb looks for somebody to answer.
int refuse_others(mg_connection* connection) {
    constexpr int method_not_allowed = 405;
    if (std::strcmp(mg_get_request_info(connection)->request_method, "GET") == 0) return 0;
    mg_printf(connection, "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\nContent-Length: 0\r\n"
                          "Connection: close\r\n\r\n");
    return method_not_allowed;
}

prometheus::MetricFamily family_of(const Metric& metric) {
    const bool counts = metric.kind == Metric::Kind::counter;
    prometheus::MetricFamily family;
    family.name = metric.name;
    family.help = metric.help;
    family.type = counts ? prometheus::MetricType::Counter : prometheus::MetricType::Gauge;
    for (const MetricSample& sample : metric.samples) {
        prometheus::ClientMetric one;
        for (const auto& [name, value] : sample.labels) one.label.push_back({name, value});
        (counts ? one.counter.value : one.gauge.value) = sample.value;
        family.metric.push_back(std::move(one));
    }
    return family;
}

class Collected : public prometheus::Collectable {
  public:
    explicit Collected(std::shared_ptr<const ReadingsBoard> board) : board_(std::move(board)) {}

    std::vector<prometheus::MetricFamily> Collect() const override {
        std::vector<prometheus::MetricFamily> families;
        const ReadingsBoard::Posted run = board_->look();
        if (!run) return families;
        for (const Metric& metric : metrics_of(*run))
            if (!metric.samples.empty()) families.push_back(family_of(metric));
        return families;
    }

  private:
    std::shared_ptr<const ReadingsBoard> board_;
};

/// Few threads, and a second for each request: whoever is slow or asks for much waits for others of
/// the same kind, and the run for nobody.
std::vector<std::string> options_of(const ListenAddress& address) {
    return {"listening_ports",    address.text(), "num_threads",           "4",
            "request_timeout_ms", "1000",         "keep_alive_timeout_ms", "0"};
}

/// Why there is no server, from the lines in which CivetWeb said what it could not do.
std::string reason(const ListenAddress& address, const std::string& words) {
    if (address.ipv6 && mg_check_feature(ipv6_feature) == 0)
        return "CivetWeb, the server behind prometheus-cpp, was built without IPv6 here: take "
               "127.0.0.1";
    if (words.find("(Address already in use)") != std::string::npos)
        return "another program has this port; take another, or 0 for any that is free";
    return words.empty() ? "the server did not start" : words.substr(0, words.find('\n'));
}

} // namespace

class MetricsServer::Listener {
  public:
    Listener(const ListenAddress& address, std::shared_ptr<const ReadingsBoard> board)
        : collected_(std::make_shared<Collected>(std::move(board))),
          exposer_(options_of(address), &callbacks_.value) {
        exposer_.RegisterCollectable(collected_);
    }

    int port() const { return exposer_.GetListeningPorts().at(0); }

  private:
    struct Callbacks {
        Callbacks() {
            value.begin_request = refuse_others;
            value.log_message = keep_words;
        }
        CivetCallbacks value;
    };

    Callbacks callbacks_;
    std::shared_ptr<Collected> collected_;
    prometheus::Exposer exposer_;
};

bool has_metrics_server() { return true; }

MetricsServer::MetricsServer(const ListenAddress& address,
                             std::shared_ptr<const ReadingsBoard> board) {
    std::string words;
    std::string failure;
    // The threads of the server take over what this one is.
    background_thread([&] {
        words_at_start = &words;
        try {
            listener_ = std::make_unique<Listener>(address, std::move(board));
        } catch (const std::exception&) {
            failure = reason(address, words);
        }
    }).join();
    if (!listener_)
        throw EnvironmentError(fmt::format("metrics.listen = \"{}\": {}", address.text(), failure));
    ListenAddress taken = address;
    taken.port = listener_->port();
    url_ = fmt::format("http://{}/metrics", taken.text());
}

MetricsServer::~MetricsServer() = default;

} // namespace mdsim
